import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { createDeck, createSlide } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { faultsOf } from './drive.ts';

const key = 'a-key-of-more-than-16-characters';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

async function signIn(page: Page, value: string): Promise<void> {
  await page.getByLabel('API key or token').fill(value);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describeInBrowser('the console', () => {
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  const app = useApp({ API_KEY: key });
  const browser = useBrowser();

  test('signs in by a key, creates a deck by its name, and opens it', async () => {
    const { page, complaints } = await browser.visit(`${app.base}/app`);
    await signIn(page, key);
    await heading(page, 'No deck yet').waitFor();
    await page.getByRole('button', { name: 'New deck' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Roofs of one hour');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/decks\/.+/);
    await page.goBack();
    await page.getByRole('link', { name: 'Roofs of one hour' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key or token').waitFor();
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
  });

  test('saves a deck as a file, makes a deck of it, and names what is wrong with another', async () => {
    const { id } = await createDeck(app.rest, { name: 'Siding on one page' });
    await createSlide(app.rest, id, { title: 'What siding does' });
    const { page } = await browser.visit(`${app.base}/app/decks`);
    await signIn(page, key);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Siding on one page' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('siding-on-one-page.deck.json');
    const choose = async (file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import' }).click();
      await (await choosing).setFiles(file);
    };
    const text = await readFile(await saved.path(), 'utf8');
    const broken = text.replace('"What siding does"', '""');
    await choose({ name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from(broken) });
    const refusal = page.getByRole('dialog', { name: 'The file is not imported' });
    await refusal.getByText('slides.0.title').waitFor();
    await page.keyboard.press('Escape');
    await choose(await saved.path());
    await page.waitForURL((url) => /^\/app\/decks\/.+/.test(url.pathname) && !url.pathname.endsWith(id));
    await page.getByText('What siding does').first().waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key or token').waitFor();
  });

  test('offers a key what it permits, and nothing else', async () => {
    const { body } = await app.rest.post<{ token: string }>('/api/keys', { name: 'reader', scopes: ['decks:read'] });
    const { page } = await browser.visit(`${app.base}/app/decks`);
    await signIn(page, body.token);
    await heading(page, 'Decks').waitFor();
    expect(await page.getByRole('button', { name: 'New deck' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key or token').waitFor();
  });

  test.each([
    ['light', 360],
    ['dark', 1280],
  ] as const)('passes axe in %s, %d pixels wide with text of 200 %%, and nothing is cut off', async (scheme, width) => {
    await createDeck(app.rest);
    const { page } = await browser.visit(`${app.base}/app/decks`);
    const field = page.getByLabel('API key or token');
    await field.or(page.getByRole('table')).waitFor();
    if (await field.isVisible()) await signIn(page, key);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await page.getByRole('table').waitFor();
    await page.evaluate(watch.script);
    expect(await faultsOf(page)).toEqual([]);
  });
});
