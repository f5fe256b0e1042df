import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, useBrowser, type WatchedPage } from '../../helpers/browser.ts';
import { createDeck } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { watchForLeaks } from './device.ts';
import { faultsOf } from './drive.ts';

const key = 'a-key-of-more-than-16-characters';

const button = (page: Page, name: string) => page.getByRole('button', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const answer = (page: Page) => page.getByRole('region', { name: 'The answer' });

async function signIn(page: Page, value: string): Promise<void> {
  await page.getByLabel('API key or token').fill(value);
  await button(page, 'Sign in').click();
  await page.getByRole('navigation', { name: 'Operations' }).waitFor();
}

describeInBrowser('the API reference', () => {
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  const app = useApp({ API_KEY: key });
  const browser = useBrowser();

  /** @param place from the root of the server */
  async function visit(place: string): Promise<WatchedPage & { readonly elsewhere: string[] }> {
    const watched = await browser.visit(app.base);
    const elsewhere: string[] = [];
    watched.page.on('request', (request) => {
      if (!request.url().startsWith(app.base)) elsewhere.push(request.url());
    });
    await watched.page.goto(app.base + place);
    return { ...watched, elsewhere };
  }

  test('sends operations by the session of the browser, and shows a refusal in words', async () => {
    const { name } = await createDeck(app.rest);
    const { page, complaints, elsewhere } = await visit('/api');
    expect(page.url()).toBe(`${app.base}/api/docs`);
    await signIn(page, key);
    await page.getByRole('searchbox').fill('decks get list');
    await page.getByRole('link', { name: /^GET List decks/ }).click();
    await heading(page, /^List decks/).waitFor();
    await button(page, 'Send GET').click();
    await answer(page).getByText(`"name": "${name}"`).waitFor();

    await page.goto(`${app.base}/api/docs#createDeck`);
    await page.getByLabel('Body').fill(JSON.stringify({ name: "The reference's deck" }));
    const curl = page.getByRole('region', { name: 'The request as curl' });
    expect(await curl.textContent()).toContain(String.raw`--data-raw '{"name":"The reference'\''s deck"}'`);
    await button(page, 'Send POST').click();
    await page.getByText('201', { exact: true }).first().waitFor();
    await answer(page).getByText(`"name": "The reference's deck"`).waitFor();
    const { body } = await app.rest.get<{ decks: { name: string }[] }>('/api/decks');
    expect(body.decks.map((deck) => deck.name)).toContain("The reference's deck");

    const { body: issued } = await app.rest.post<{ token: string }>('/api/keys', {
      name: 'reads',
      scopes: ['decks:read'],
    });
    const hasLeaked = await watchForLeaks(page, `"name": "The reference's deck"`);
    await button(page, 'Sign out').click();
    await page.getByLabel('API key or token').waitFor();
    expect(await hasLeaked()).toBe(false);
    await signIn(page, issued.token);
    await button(page, 'Send POST').click();
    await page.getByText('needs a key with the scope decks:write').first().waitFor();
    expect(elsewhere).toEqual([]);
    // The looks at the session without one, and the refusal that this test asks for.
    expect(complaints.filter((one) => !/status of 40[13]/.test(one))).toEqual([]);
  });

  test.each([
    ['', 'light', 360],
    ['#createSlide', 'light', 1280],
    ['#createSlide', 'dark', 360],
    ['', 'dark', 1280],
  ] as const)(
    'at /api/docs%s passes axe in %s, %d pixels wide, and nothing is cut off',
    async (hash, colorScheme, width) => {
      const { page } = await visit(`/api/docs${hash}`);
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const field = page.getByLabel('API key or token');
      await field.or(page.getByRole('main')).first().waitFor();
      if ((await field.count()) > 0) await signIn(page, key);
      await page.getByRole('main').waitFor();
      if (hash !== '') await page.getByText('Fields of ProductDataInput').click();
      await page.evaluate(watch.script);
      expect(await faultsOf(page)).toEqual([]);
    },
  );
});
