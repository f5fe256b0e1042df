import path from 'node:path';
import { expect, test } from '@jest/globals';
import { Big } from 'big.js';
import type { Page } from 'playwright-core';
import type { SlideAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser, type WatchedPage } from '../../helpers/browser.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { guestOf } from '../../homeowners/questions/guest.ts';
import { faultsOf } from './drive.ts';

const key = 'a-key-of-more-than-16-characters';

describeInBrowser('the forms of a deck', () => {
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  const app = useApp({ API_KEY: key });
  const browser = useBrowser();

  async function open(place: string): Promise<WatchedPage> {
    const visited = await browser.visit(`${app.base}${place}`);
    const field = visited.page.getByLabel('API key or token');
    await field.or(visited.page.getByRole('navigation', { name: 'Deck' })).waitFor();
    if (await field.isVisible()) {
      await field.fill(key);
      await visited.page.keyboard.press('Enter');
      await visited.page.getByRole('navigation', { name: 'Deck' }).waitFor();
      visited.complaints.length = 0; // The browser reports the 401 before the session.
    }
    return visited;
  }

  /** Types in place of what stands in a field, or chooses what begins so. */
  async function typeInto(page: Page, label: string, text: string): Promise<void> {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  }

  async function press(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  }

  test('make a pricing slide from nothing by the keyboard, with the price of a sample home', async () => {
    const deck = await createDeck(app.rest);
    const { page, complaints } = await open(`/app/decks/${deck.id}/prices`);
    await press(page, 'Add a pricing slide');
    await page.getByRole('tab', { name: 'Good' }).waitFor();
    await typeInto(page, 'Title of the slide', 'A roof for thirty years');
    await typeInto(page, 'Base price', '350');
    await typeInto(page, 'Price of a square of roof', '425.50');
    await typeInto(page, 'Waste of roofing in percent', '10');
    await press(page, 'Add charge');
    await page.keyboard.type('Autumn discount');
    await typeInto(page, 'Counted', 'in percent');
    await typeInto(page, 'Sales tax in percent', '8.25');
    await page.getByRole('tab', { name: 'Good' }).focus();
    await page.keyboard.press('ArrowRight');
    await press(page, 'Begin as Good');
    await typeInto(page, 'Price of a square of roof', '600');
    await typeInto(page, 'Squares of roof', '20');
    // 20 × 600 and a tenth of it, 350 beside, and the tax of the sum.
    const net = new Big(20).times(600).times('1.1').plus(350);
    const total = net.times('1.0825').toFixed(2);
    const price = page.getByRole('article', { name: 'Price of Better' });
    await price
      .getByText(`$${Number(total).toLocaleString('en-US')}`)
      .first()
      .waitFor();
    await press(page, 'Save');
    await page.getByText('All changes are saved').waitFor();
    const { body } = await app.rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${deck.id}/slides`);
    expect(body.slides).toMatchObject([
      {
        title: 'A roof for thirty years',
        slideType: 'product_pricing_v1',
        productData: {
          good: { basePrice: 350, pricePerSquare: 425.5, wastePercent: 10, tax: { percent: 8.25 } },
          better: { name: 'Better', basePrice: 350, pricePerSquare: 600 },
        },
      },
    ]);
    const { body: priced } = await app.rest.post<{ preview: { tiers: { total: string }[] } }>(
      `/api/decks/${deck.id}/offers/preview`,
      { productData: body.slides[0]?.productData, price_inputs: { roof_squares: 20 } },
    );
    expect(priced.preview.tiers[1]?.total).toBe(total);
    expect(complaints).toEqual([]);
  });

  test('show a refused setting at its field, and save what changed beside what others have changed', async () => {
    const deck = await createDeck(app.rest, { description: 'Before' });
    const { page, complaints } = await open(`/app/decks/${deck.id}/settings`);
    await page.getByLabel('Language').fill('no language');
    await page.getByLabel('Company').fill('Larkspur Roofing');
    await page.getByLabel('A number of calendar days').check();
    await page.getByLabel('Address of the seller').fill('410 Congress Avenue, Austin');
    await press(page, 'Save');
    const language = page.getByLabel('Language');
    await page.locator('[aria-invalid=true]').waitFor();
    expect(await language.getAttribute('aria-invalid')).toBe('true');
    await language.fill('en-GB');
    await app.rest.put(`/api/decks/${deck.id}`, { description: 'Of somebody else', brandName: 'Another company' });
    await press(page, 'Save');
    await page.getByRole('button', { name: 'Keep mine: Company' }).click();
    await press(page, 'Save');
    await page.getByText('All changes are saved').waitFor();
    const { body } = await app.rest.get<{ deck: object }>(`/api/decks/${deck.id}`);
    expect(body.deck).toMatchObject({
      brandName: 'Larkspur Roofing',
      description: 'Of somebody else',
      defaultLanguage: 'en-GB',
      rightToCancel: { rule: 'calendar_days', sellerAddress: '410 Congress Avenue, Austin' },
    });
    expect(complaints).toEqual([]);
  });

  test('ask before a link or Back leaves changes that are not saved, and keep them for who stays', async () => {
    const deck = await createDeck(app.rest, { description: 'Before' });
    const { page, complaints } = await open(`/app/decks/${deck.id}/prices`);
    const inDeck = page.getByRole('navigation', { name: 'Deck' });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await inDeck.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Description').fill('After');
    await inDeck.getByRole('link', { name: 'FAQs' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.goBack();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(new URL(page.url()).pathname).toBe(`/app/decks/${deck.id}/settings`);
    expect(await page.getByLabel('Description').inputValue()).toBe('After');
    await page.goBack();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Add a pricing slide' }).waitFor();
    await page.goForward();
    expect(await page.getByLabel('Description').inputValue()).toBe('Before');
    await page.getByLabel('Description').fill('Saved');
    await press(page, 'Save');
    await page.getByText('All changes are saved').waitFor();
    await inDeck.getByRole('link', { name: 'FAQs' }).click();
    await page.getByRole('heading', { name: 'Asked in vain' }).waitFor();
    expect(await question.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('ask before a tab with changes that are not saved is closed', async () => {
    const deck = await createDeck(app.rest);
    const { page } = await open(`/app/decks/${deck.id}/settings`);
    await typeInto(page, 'Company', 'Larkspur Roofing'); // Browsers ask after a keystroke or a press alone.
    await page.getByText('Not saved yet').waitFor();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
  });

  test('ask before another language or a closed dialog drops what was typed', async () => {
    const deck = await createDeck(app.rest);
    await createFaq(app.rest, deck.id, {
      userQuestion: 'When?',
      cannedAnswer: 'Soon.',
      translations: {
        de: { userQuestion: 'Wann?', cannedAnswer: 'Bald.' },
        es: { userQuestion: '¿Cuándo?', cannedAnswer: 'Pronto.' },
      },
    });
    const { page, complaints } = await open(`/app/decks/${deck.id}/translations?language=es`);
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const language = page.getByLabel('Translation into');
    await page.getByLabel('Answer').fill('Mañana.');
    await language.selectOption('de');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await language.inputValue()).toBe('es');
    await language.selectOption('de');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: 'English and German' }).waitFor();
    expect(await language.inputValue()).toBe('de');
    await page.getByRole('navigation', { name: 'Deck' }).getByRole('link', { name: 'FAQs' }).click();
    await page.getByRole('link', { name: 'Edit: When?' }).click();
    await page.getByRole('textbox', { name: 'Answer' }).fill('Tomorrow.');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('dialog', { name: 'Edit FAQ' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('The FAQ is saved').waitFor();
    expect(complaints).toEqual([]);
  });

  test('make a FAQ of a question that nobody had answered', async () => {
    const deck = await createDeck(app.rest);
    const guest = await guestOf(app, await createPresentation(app.rest, deck.id));
    await guest.rest.post('/api/guest/questions', { question: 'Do you sell zebras?' });
    const { page, complaints } = await open(`/app/decks/${deck.id}/faqs`);
    await page.getByRole('button', { name: 'Answer: Do you sell zebras?' }).click();
    await page.getByRole('textbox', { name: 'Answer' }).fill('Only on Sundays.');
    await press(page, 'Add');
    await page.getByRole('heading', { name: 'Do you sell zebras?' }).waitFor();
    await page.getByText('Nothing: each question found an answer.').waitFor();
    await press(page, 'Delete: Do you sell zebras?');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The FAQ is back').waitFor();
    const { body } = await app.rest.get<{ faqs: object[] }>(`/api/decks/${deck.id}/faqs`);
    expect(body.faqs).toMatchObject([{ userQuestion: 'Do you sell zebras?', cannedAnswer: 'Only on Sundays.' }]);
    expect(complaints).toEqual([]);
  });

  test('show what is missing of a translation or out of date, until it is written', async () => {
    const deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id, { title: 'Welcome', narrationScript: 'Good day.', bullets: [] });
    await createFaq(app.rest, deck.id, {
      userQuestion: 'When?',
      cannedAnswer: 'Soon.',
      translations: { es: { userQuestion: '¿Cuándo?', cannedAnswer: 'Pronto.' } },
    });
    const { page, complaints } = await open(`/app/decks/${deck.id}/translations`);
    await page.getByText('2 texts missing').waitFor();
    const part = page.getByRole('form', { name: 'Welcome' });
    await part.getByLabel('Title').fill('Hola');
    await part.getByLabel('Narration').fill('Buenos días.');
    await part.getByRole('button', { name: 'Save' }).click();
    await part.getByText('Up to date').waitFor();
    await page.getByText('All is up to date').waitFor();
    await app.rest.put(`/api/slides/${slide.id}`, { narrationScript: 'Good morning.' });
    await page.reload();
    await page.getByText('1 out of date').waitFor();
    await part.getByRole('button', { name: 'It is still right' }).click();
    await page.getByText('All is up to date').waitFor();
    const { body } = await app.rest.get<{ translations: object; translationStates: object[] }>(
      `/api/slides/${slide.id}/translations`,
    );
    expect(body.translations).toMatchObject({ es: { title: 'Hola', narrationScript: 'Buenos días.' } });
    expect(body.translationStates).toMatchObject([{ language: 'es', isStale: false }]);
    await page.getByRole('button', { name: 'Translate what is missing by machine' }).click();
    await page.getByText('This server has no translation service').waitFor();
    expect(complaints).toEqual([]);
  });

  test.each([
    ['light', 360],
    ['dark', 1280],
  ] as const)('pass axe in %s, %d pixels wide with text of 200 %%, and nothing is cut off', async (scheme, width) => {
    const deck = await createDeck(app.rest, { brand: { color: '#f2c46d' }, variables: { warranty_years: 25 } });
    const productData = { good: { name: 'Basic', pricePerSquare: 400, adders: [{ label: 'Permits', amount: 650 }] } };
    await createSlide(app.rest, deck.id, { slideType: 'product_pricing_v1', productData });
    await createFaq(app.rest, deck.id, { translations: { es: { userQuestion: '¿Cuándo?', cannedAnswer: 'Pronto.' } } });
    const { page } = await open(`/app/decks/${deck.id}/prices`);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    for (const [screen, sign] of [
      ['prices', 'Permits'],
      ['settings', 'By day'],
      ['faqs', 'Asked in vain'],
      ['translations', 'Not translated'],
    ] as const) {
      await page.goto(`${app.base}/app/decks/${deck.id}/${screen}`);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      await page.getByText(sign).first().waitFor();
      await page.evaluate(watch.script);
      expect({ screen, faults: await faultsOf(page) }).toEqual({ screen, faults: [] });
    }
  });
});
