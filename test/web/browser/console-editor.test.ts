import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import type { SlideAnswer } from '../../helpers/answers.ts';
import { createDeck, createSlide } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { faultsOf } from './drive.ts';

const key = 'a-key-of-more-than-16-characters';

/** A field in the browser. */
interface Labelled {
  readonly labels: readonly { readonly textContent: string }[];
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
const credential = (page: Page) => page.getByLabel('API key or token');

/** Waits until a value is what it should be. */
async function becomes<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  await eventually(async () => {
    expect(await read()).toEqual(wanted);
    return true;
  });
}

const holds = (page: Page, label: string, value: string) => becomes(() => field(page, label).inputValue(), value);

/** Presses Tab, or Shift and Tab, until something has the focus. */
async function tabTo(page: Page, name: string, tab: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const focused = `(() => {
    const it = document.activeElement;
    return it.getAttribute('aria-label') ?? it.labels?.[0]?.textContent ?? it.textContent;
  })()`;
  for (let step = 0; step < 60; step += 1) {
    if ((await page.evaluate<string>(focused)).trim() === name) return;
    await page.keyboard.press(tab);
  }
  throw new Error(`${tab} does not reach ${name}`);
}

describeInBrowser('the deck editor', () => {
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  const app = useApp({ API_KEY: key });
  const browser = useBrowser();

  /** Opens a place in the console, as the holder of a key. */
  async function open(place: string, value = key) {
    const watched = await browser.visit(`${app.base}${place}`);
    const { page } = watched;
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (await credential(page).isVisible()) {
      await credential(page).fill(value);
      await page.keyboard.press('Enter');
    }
    return watched;
  }

  async function stored(deckId: string) {
    const { body } = await app.rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${deckId}/slides`);
    return body.slides;
  }
  const titles = async (deckId: string) => (await stored(deckId)).map(({ title }) => title);

  test('makes a deck from nothing by the keyboard alone', async () => {
    const { page, complaints } = await open('/app/decks');
    await button(page, 'New deck').first().waitFor();
    await tabTo(page, 'New deck');
    await page.keyboard.press('Enter');
    await field(page, 'Name').waitFor();
    await page.keyboard.type('Roofs by keyboard');
    await page.keyboard.press('Enter');
    await button(page, 'Add slide').waitFor();
    await tabTo(page, 'Add slide');
    await page.keyboard.press('Enter');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Welcome');
    await tabTo(page, 'Add bullet');
    await page.keyboard.press('Enter');
    await page.keyboard.type('First we look');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Then we show');
    await tabTo(page, 'Narration');
    await page.keyboard.type('Hello {{fir');
    await page.getByRole('listbox', { name: 'Placeholders' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(', good to see you.');
    await saved(page);
    await tabTo(page, 'Add slide', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Prices');
    await holds(page, 'Title', 'Prices');
    await saved(page);
    const deckId = /decks\/([^?]+)/.exec(page.url())?.[1] ?? '';
    const [welcome] = await stored(deckId);
    expect(welcome).toMatchObject({
      title: 'Welcome',
      bullets: ['First we look', 'Then we show'],
      narrationScript: 'Hello {{homeowner.first_name}}, good to see you.',
    });
    expect(await titles(deckId)).toEqual(['Welcome', 'Prices']);
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
  });

  test('moves and deletes slides by the keyboard, and undoes both', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId, { title: 'Welcome' });
    await createSlide(app.rest, deckId, { title: 'Prices', bullets: ['One'], slideContext: 'Go slowly.' });
    const { page } = await open(`/app/decks/${deckId}`);
    await holds(page, 'Title', 'Welcome');
    await tabTo(page, '2Prices');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('“Prices” is now slide 1 of 2.').waitFor();
    await becomes(() => titles(deckId), ['Prices', 'Welcome']);
    await page.keyboard.press('Control+z');
    await becomes(() => titles(deckId), ['Welcome', 'Prices']);
    await page.keyboard.press('Enter');
    await holds(page, 'Title', 'Prices');
    await tabTo(page, 'Delete');
    await page.keyboard.press('Enter');
    await becomes(() => titles(deckId), ['Welcome']);
    await page.keyboard.press('Control+z');
    await becomes(() => titles(deckId), ['Welcome', 'Prices']);
    expect((await stored(deckId))[1]).toMatchObject({ bullets: ['One'], slideContext: 'Go slowly.' });
  });

  test('merges what two people write in different fields, and shows both texts of the same', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { title: 'Roofs', narrationScript: 'Hello.' });
    const { page: one } = await open(`/app/decks/${id}`);
    const { page: other } = await open(`/app/decks/${id}`);
    await field(one, 'Title').fill('Roofs that last');
    await field(other, 'Narration').fill('Good morning.');
    await holds(other, 'Title', 'Roofs that last');
    await holds(one, 'Narration', 'Good morning.');
    await other.route('**/graphql', (route) => route.abort());
    await field(other, 'Title').fill('Roofs of the other');
    await other.getByText(/^Not saved: the server/).waitFor();
    await field(one, 'Title').fill('Roofs of the one');
    const versions = other.getByRole('region', { name: 'Two versions: Title' });
    await versions.getByText('Roofs of the one').waitFor();
    await versions.getByText('Roofs of the other').waitFor();
    await other.unroute('**/graphql');
    await versions.getByRole('button', { name: 'Keep mine' }).click();
    await holds(one, 'Title', 'Roofs of the other');
    expect(await stored(id)).toMatchObject([{ title: 'Roofs of the other', narrationScript: 'Good morning.' }]);
  });

  test('loses nothing that is typed while the network is cut, also across a reload', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { title: 'Roofs' });
    const { page } = await open(`/app/decks/${id}`);
    await field(page, 'Title').fill('Roofs one');
    await saved(page);
    await browser.setOffline(true);
    await field(page, 'Title').fill('Roofs without a network');
    await field(page, 'Narration').fill('Typed in a cellar.');
    await button(page, 'Add slide').click();
    await field(page, 'Title').fill('A slide from the cellar');
    await page.getByText(/^Not saved: the server/).waitFor();
    await browser.setOffline(false);
    await saved(page);
    expect(await stored(id)).toMatchObject([
      { title: 'Roofs without a network', narrationScript: 'Typed in a cellar.' },
      { title: 'A slide from the cellar' },
    ]);
    await page.route('**/graphql', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await field(page, 'Notes').fill('Typed before a reload.');
    await page.getByText(/^Not saved: the server/).waitFor();
    await page.unroute('**/graphql');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await becomes(async () => (await stored(id))[1]?.slideContext, 'Typed before a reload.');
  });

  test('stores an image that is chosen, and shows why another file is refused', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { title: 'Roofs' });
    const { page } = await open(`/app/decks/${id}`);
    await holds(page, 'Title', 'Roofs');
    const chooser = page.getByLabel('Image file');
    await chooser.setInputFiles({ name: 'roof.txt', mimeType: 'text/plain', buffer: Buffer.from('Roof') });
    await page.getByText(/^roof\.txt is no image/).waitFor();
    const buffer = await page.screenshot();
    await chooser.setInputFiles({ name: 'roof.png', mimeType: 'image/png', buffer });
    await page.frameLocator('iframe').locator('img').waitFor();
    await becomes(() => button(page, 'Undo').getAttribute('aria-disabled'), 'false');
    await saved(page);
    expect((await stored(id))[0]?.heroImg).toMatch(/^\/api\/images\/.+\.webp/);
  });

  test('shows at its field why an offer is refused', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, {
      title: 'Prices',
      slideType: 'product_pricing_v1',
      productData: { good: { name: 'Basic', basePrice: 9_000 } },
    });
    const { page } = await open(`/app/decks/${id}`);
    await button(page, 'Add add-on').click();
    await page.getByText('Not saved: see the field.').waitFor();
    const addOn = page.getByRole('group', { name: 'Add-on 1' });
    const refused = addOn.locator('[aria-invalid=true]');
    expect(
      await refused.evaluateAll((all) => all.map((one) => (one as unknown as Labelled).labels[0]?.textContent)),
    ).toEqual(['What it is', 'Price']);
    await addOn.getByLabel('What it is').fill('Gutters');
    await addOn.getByLabel('Price').fill('450');
    await saved(page);
    expect(await addOn.locator('[aria-invalid=true]').count()).toBe(0);
    expect(await stored(id)).toMatchObject([
      { productData: { good: { addOns: [{ label: 'Gutters', amount: 450 }] } } },
    ]);
  });

  test('shows a key that reads the deck, and no buttons that change it', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { title: 'Roofs', bullets: ['One'] });
    const { body } = await app.rest.post<{ token: string }>('/api/keys', { name: 'reader', scopes: ['decks:read'] });
    const { page } = await browser.visit(`${app.base}/app/decks/${id}`);
    const signOut = button(page, 'Sign out');
    await signOut.or(credential(page)).first().waitFor();
    if (await signOut.isVisible()) await signOut.click();
    await credential(page).fill(body.token);
    await page.keyboard.press('Enter');
    await holds(page, 'Title', 'Roofs');
    expect(await field(page, 'Title').isEditable()).toBe(false);
    const names = await page.locator('main#main').getByRole('button').allInnerTexts();
    expect(names).toEqual(['Tablet', 'Phone']);
    await signOut.click();
    await credential(page).waitFor();
  });

  test.each([
    ['light', 360],
    ['dark', 1280],
  ] as const)('passes axe in %s, %d pixels wide with text of 200 %%, and nothing is cut off', async (scheme, width) => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { title: 'Roofs for {{homeowner.frist_name}}', bullets: ['One', 'Two'] });
    await createSlide(app.rest, id, {
      title: 'Prices',
      slideType: 'product_pricing_v1',
      productData: { good: { name: 'Essential', price: 9_000 } },
    });
    const { page } = await open(`/app/decks/${id}`);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await button(page, 'Use homeowner.first_name').waitFor();
    await page.evaluate(watch.script);
    expect(await faultsOf(page)).toEqual([]);
    await field(page, 'Narration').fill('Hello {{');
    await page.getByRole('listbox', { name: 'Placeholders' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
