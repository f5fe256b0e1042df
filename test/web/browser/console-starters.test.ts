import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { DeckAnswer, SlideAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { faultsOf } from './drive.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New deck' });
const isEditor = (url: URL): boolean => /^\/app\/decks\/.+/.test(url.pathname);

describeInBrowser('the starters of the console', () => {
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  const app = useApp();
  const browser = useBrowser();

  async function decks(): Promise<DeckAnswer[]> {
    return (await app.rest.get<{ decks: DeckAnswer[] }>('/api/decks')).body.decks;
  }

  test('make a deck of an empty database, from the start page on, by the keyboard alone', async () => {
    const { page, complaints } = await browser.visit(app.base);
    await page.getByRole('link', { name: 'Make a deck in the console' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('radio', { name: 'Empty deck' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await dialog(page).getByText('Without a name it is called “A heat pump for the whole home”.').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(isEditor);
    await page.getByRole('heading', { name: 'A heat pump for the whole home' }).waitFor();
    await page.getByText('Every room tells us something').first().waitFor();
    const [deck, ...others] = await decks();
    expect([deck?.brandName, others]).toEqual(['Evenhearth Heating & Cooling', []]);
    const { body } = await app.rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${deck?.id ?? ''}/slides`);
    expect(body.slides).toHaveLength(11);
    await page.goBack();
    await page.getByRole('link', { name: 'A heat pump for the whole home' }).waitFor();
    expect(await dialog(page).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('have a name of their author, and a starter that did not load makes a deck at the next try', async () => {
    const { page } = await browser.visit(`${app.base}/app/decks?new=deck`);
    await dialog(page).getByLabel('Name').fill('Baths of Columbus');
    await page.getByRole('radio', { name: 'A new bath in a few days' }).check();
    await page.route('**/*.json', (route) => route.abort());
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('“A new bath in a few days” has not loaded.').waitFor();
    await page.unroute('**/*.json');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(isEditor);
    await page.getByRole('heading', { name: 'Baths of Columbus' }).waitFor();
    expect((await decks()).filter(({ name }) => name === 'Baths of Columbus')).toHaveLength(1);
  });

  test('make one deck when the answer is lost and Create is pressed again', async () => {
    const { page } = await browser.visit(`${app.base}/app/decks?new=deck`);
    await page.getByRole('radio', { name: 'Roof and solar at the kitchen table' }).check();
    let isLost = false;
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      if (isLost || !(route.request().postData() ?? '').includes('importDeck')) return route.fulfill({ response });
      isLost = true;
      return route.abort();
    });
    await page.getByRole('button', { name: 'Create' }).click();
    await dialog(page).getByText('The server has not answered.').waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(isEditor);
    const made = (await decks()).filter(({ name }) => name === 'Roof and solar at the kitchen table');
    expect(made).toHaveLength(1);
  });

  test.each([
    ['light', 360],
    ['dark', 1280],
  ] as const)('pass axe in %s, %d pixels wide with text of 200 %%, and nothing is cut off', async (scheme, width) => {
    const { page } = await browser.visit(`${app.base}/app/decks?new=deck`);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await page.getByRole('radio', { name: 'A new bath in a few days' }).check();
    await page.evaluate(watch.script);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('');
  });
});
