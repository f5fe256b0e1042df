import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { Contracts, presented } from '../../contracts/contracts.ts';
import { ask } from './drive.ts';

const guards = { key: 'guards', label: 'Gutter guards', amount: 1_799.99 };
const slide = {
  title: 'Your options',
  productData: {
    defaultSelectedTier: 'better',
    good: { name: 'Shingle', price: 11_800, addOns: [guards] },
    better: {
      name: 'Metal',
      pricePerSquare: 509.15,
      adders: [{ label: 'Spring rebate', percent: -10 }],
      tax: { percent: 8.25 },
      addOns: [guards, { key: 'ice-shield', label: 'Ice shield', amount: 10, per: 'square' }],
      financing: [{ provider: 'Larkspur Credit', annualPercent: 6.99, months: 120, text: 'Subject to approval.' }],
    },
  },
};

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

describeInBrowser('the prices on the page', () => {
  const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters' });
  const browser = useBrowser();
  const contracts = new Contracts(app);
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  async function linkTo({ id }: PresentationAnswer, input: object = {}): Promise<string> {
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${id}/links`, {
      name: 'Phone',
      ...input,
    });
    return body.url;
  }

  test('say what each tier contains and which one is suggested, and of none that it was chosen', async () => {
    const washed = 'Washed gutters';
    const productData = {
      defaultSelectedTier: 'better',
      good: { name: 'Shingle', price: 11_800, tagline: 'Dry again.', features: [washed, 'New shingles'] },
      better: { name: 'Metal', price: 15_200, features: ['Standing seams', ` washed  Gutters`] },
      best: { name: 'Slate', price: 23_900, features: ['Everything in Metal', 'Slate of Wales'] },
    };
    const { page, complaints } = await browser.visit(
      await linkTo(await presented(app.rest, { slide: { productData } })),
    );
    await page.setViewportSize({ width: 360, height: 800 });
    const cards = page.locator('.stage .card');
    await cards.first().waitFor();
    const reported = async (): Promise<string[]> => (await cards.allInnerTexts()).map(inOneLine);
    expect(await reported()).toEqual([
      'Shingle $11,800 Dry again. Washed gutters New shingles How is this price made? Choose Shingle',
      'Metal Our suggestion $15,200 What it adds to Shingle Standing seams Also, as in Shingle (1) How is this price made? Choose Metal',
      'Slate $23,900 Everything in Metal Slate of Wales How is this price made? Choose Slate',
    ]);
    expect(await page.locator('.handout .suggested').allTextContents()).toEqual(['Our suggestion']);
    expect(await page.locator('.is-chosen, .chosen').count()).toBe(0);
    await page.getByLabel('Also, as in Shingle (1): Metal').focus();
    await page.keyboard.press(' ');
    await cards.nth(1).getByText('washed Gutters').waitFor();
    await page.evaluate(watch.script);
    expect([await ask(page, 'faults'), await ask(page, 'isCutOff')]).toEqual([[], false]);
    await page.getByRole('button', { name: 'Choose Metal' }).click();
    await cards.nth(1).getByRole('button', { name: 'Your choice' }).waitFor();
    expect([await page.locator('.suggested').count(), complaints]).toEqual([0, []]);
  });

  test('are explained on demand, take add-ons by a key, and are those of the contract', async () => {
    const presentation = await presented(app.rest, { slide });
    const contract = await contracts.in('sent', presentation);
    const { page, complaints } = await browser.visit(await linkTo(presentation, { scope: 'view_and_sign' }));
    await page.setViewportSize({ width: 360, height: 800 });
    const card = page.locator('.stage .card', { hasText: 'Metal' });
    const rows = async (): Promise<string[]> => (await card.getByRole('row').allInnerTexts()).map(inOneLine);
    expect(await rows()).toEqual([]);
    await card.locator('summary', { hasText: 'How is this price made?' }).focus();
    await page.keyboard.press(' ');
    await card.getByRole('row', { name: 'Spring rebate' }).waitFor();
    expect(await rows()).toEqual([
      'Roof area 24.5 squares × $509.15 $12,474.18',
      'Spring rebate -10% of $12,474.18 -$1,247.42',
      'Sales tax 8.25% of $11,226.76 $926.21',
      'Total $12,152.97',
    ]);
    await page.getByLabel('Gutter guards').focus();
    await page.keyboard.press(' ');
    await page.getByLabel('Ice shield').focus();
    await page.keyboard.press(' ');
    await page.getByText('Metal with your add-ons: $14,366.67').waitFor();
    await card.locator('.price', { hasText: '$14,366.67' }).waitFor();
    expect((await rows()).slice(2, 4)).toEqual([
      'Gutter guards add-on $1,799.99',
      'Ice shield add-on 24.5 squares × $10 $245.00',
    ]);
    const { body } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${presentation.id}`);
    expect(body.presentation.pricing.offers[0]?.addOns.map(({ isSelected }) => isSelected)).toEqual([true, true]);
    await card.getByText('or $166.74 a month for 120 months').click();
    await card.getByText('Subject to approval.').waitFor();
    expect((await rows()).slice(0, 6)).toEqual([
      'Amount financed $14,366.67',
      'Interest rate a year 6.99%',
      '119 payments of $166.74',
      'Last payment $165.97',
      'Total of payments $20,008.03',
      'Of which interest $5,641.36',
    ]);
    await page.evaluate(watch.script);
    expect([await ask(page, 'faults'), await ask(page, 'isCutOff')]).toEqual([[], false]);
    await page.getByRole('button', { name: 'Review and sign' }).click();
    await page.getByRole('dialog').getByRole('row', { name: 'Ice shield (add-on) $245' }).waitFor();
    expect([await ask(page, 'faults'), await ask(page, 'isCutOff'), complaints]).toEqual([[], false, []]);
    await contracts.move(contract.id, 'sign', await contracts.signature(contract.id));
    await page.reload();
    await page.getByLabel('Gutter guards').waitFor();
    expect(await page.getByLabel('Gutter guards').isDisabled()).toBe(true);
    expect(await page.getByLabel('Gutter guards').isChecked()).toBe(true);
  }, 60_000);
});
