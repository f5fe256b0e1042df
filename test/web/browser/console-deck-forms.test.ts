import { expect, test } from '@jest/globals';
import { Big } from 'big.js';
import type { Page } from 'playwright-core';
import type { SlideAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser, type WatchedPage } from '../../helpers/browser.ts';
import { createDeck } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';

const key = 'a-key-of-more-than-16-characters';

describeInBrowser('the forms of a deck', () => {
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
});
