import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { watchForLeaks } from './device.ts';
import { faultsOf } from './drive.ts';

const key = 'a-key-of-more-than-16-characters';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

async function signIn(page: Page, value: string): Promise<void> {
  await page.getByLabel('API key or token').fill(value);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describeInBrowser('the start page', () => {
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  const app = useApp({ API_KEY: key });
  const browser = useBrowser();

  test('shows what to do first on an empty database, and what is here later, to who signs in', async () => {
    const { page, complaints } = await browser.visit(app.base);
    await heading(page, 'APIs').waitFor();
    await signIn(page, 'another-key-of-more-than-16-characters');
    await page.locator('output', { hasText: 'no such key' }).waitFor();
    expect(await heading(page, 'Nothing is here yet').count()).toBe(0);
    await signIn(page, key);
    await heading(page, 'Nothing is here yet').waitFor();
    // The steps are for this server.
    expect(await page.locator('pre').nth(1).textContent()).toContain(`${app.base}/api/decks`);
    const { id, name } = await createDeck(app.rest);
    await createSlide(app.rest, id);
    await createPresentation(app.rest, id);
    await page.reload();
    await heading(page, '1 deck').waitFor();
    await page.getByRole('link', { name }).waitFor();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.goBack();
    const hasLeaked = await watchForLeaks(page, '1 deck');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key or token').waitFor();
    expect(await heading(page, '1 deck').count()).toBe(0);
    expect(await hasLeaked()).toBe(false);
    // The look at the session without one, and the wrong key.
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
  });

  test.each([
    ['/', 'light', 360],
    ['/', 'dark', 1280],
    ['/nowhere', 'light', 360],
    ['/nowhere', 'dark', 1280],
  ] as const)(
    'at %s passes axe in %s, %d pixels wide with text of 200 %%, and nothing is cut off',
    async (place, colorScheme, width) => {
      const { page } = await browser.visit(app.base + place);
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      await page.getByRole('heading').first().waitFor();
      await page.evaluate(watch.script);
      expect(await faultsOf(page)).toEqual([]);
    },
  );
});
