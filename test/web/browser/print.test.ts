import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';

const guards = { key: 'guards', label: 'Gutter guards', description: 'Keep leaves out.', amount: 1_799.99 };
const tier = (name: string, price: number, ...features: string[]): object => ({
  name,
  features: ['Ten years of care', ...features],
  price,
  adders: [
    { label: 'Tear-off of one old layer', amount: 2_450 },
    { label: 'Spring rebate', percent: -10 },
  ],
  tax: { percent: 8.25 },
  addOns: [guards],
  financing: [{ provider: 'Larkspur Credit', annualPercent: 6.99, months: 120, text: 'Subject to approval.' }],
});
const productData = {
  subtitle: 'Three ways to a dry home',
  disclaimer: 'Prices hold for 30 days.',
  defaultSelectedTier: 'better',
  good: tier('Shingle', 11_800),
  better: tier('Metal', 15_200, 'No nails'),
  best: tier('Slate', 23_900),
};
const picture = readFileSync(path.join(import.meta.dirname, '../../../docs/images/page.png'));
const pictureHost = 'https://pictures.example/';
const story = 'We look at the roof together, and you decide what is done. '.repeat(5).trim();
/** Leaves on its page no room for the cards below it. */
const longStory = story.repeat(6);

const tiers = ['Shingle', 'Metal', 'Slate'];
const texts = [
  'Larkspur Roofing',
  'Roof and gutters',
  'Prepared for Dana Whitaker',
  'Welcome, Dana',
  'A look at your roof',
  'No pressure',
  story,
  'Your roof',
  'Your options',
  'Three ways to a dry home',
  'Fixed price $15,200.00',
  'Spring rebate -10%',
  'Total $14,808.60',
  'Larkspur Credit',
  '119 payments of $171.86',
  'Subject to approval.',
  'Our suggestion',
  'What it adds to Shingle + No nails Also, as in Shingle (1) ✓ Ten years of care',
  '☐ Gutter guards Keep leaves out. + $1,799.99',
  'Prices hold for 30 days.',
  'Questions and answers',
  'How long does it take?',
  'Two days, unless it rains.',
];

/** The texts of the pages, each in one line. */
async function pagesOf(pdf: Awaited<ReturnType<typeof getDocumentProxy>>): Promise<string[]> {
  const { text } = await extractText(pdf);
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}

describeInBrowser('the handout of a page', () => {
  const app = useApp();
  const browser = useBrowser();

  async function present(): Promise<PresentationAnswer> {
    const { id } = await createDeck(app.rest, { name: 'Roof and gutters', brandName: 'Larkspur Roofing' });
    const bullets = ['A look at your roof', 'No pressure'];
    await createSlide(app.rest, id, { title: 'Welcome, Dana', bullets, narrationScript: story });
    await createSlide(app.rest, id, { title: 'Your roof', heroImg: `${pictureHost}roof.png`, narrationScript: story });
    const pricing = { slideType: 'product_pricing_v1', productData, narrationScript: longStory };
    await createSlide(app.rest, id, { title: 'Your options', ...pricing });
    const cannedAnswer = 'Two days, unless it rains.';
    await createFaq(app.rest, id, { userQuestion: 'How long does it take?', cannedAnswer });
    return createPresentation(app.rest, id);
  }

  test('has all slides, prices and answers on A4 and Letter, in black on white, and is on paper alone', async () => {
    const { id, playerUrl } = await present();
    const { page, complaints } = await browser.visit(`${app.base}${playerUrl}`);
    await page.route(`${pictureHost}**`, (route) => route.fulfill({ body: picture, contentType: 'image/png' }));
    // Chromium prints without a picture that comes late.
    await page.emulateMedia({ media: 'print' });
    await eventually(() => page.evaluate<boolean>('document.querySelector(".handout img")?.naturalWidth > 0'));
    await page.emulateMedia({ media: null });
    await page.getByRole('button', { name: 'Chapters' }).click();
    const heading = page.getByRole('heading', { name: 'Questions and answers' });
    expect(await heading.count()).toBe(0);
    for (const format of ['A4', 'Letter']) {
      const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format })));
      const pages = await pagesOf(pdf);
      const whole = pages.join(' ');
      expect(texts.filter((text) => !whole.includes(text))).toEqual([]);
      expect(whole).not.toMatch(/Chapters|Play|Choose|Transcript/);
      expect(await extractImages(pdf, 1)).toHaveLength(1);
      // The cards are cut by no page: each ends where it begins.
      expect(
        pages.map((text) => tiers.filter((name) => text.includes(name))).filter(({ length }) => length > 0),
      ).toEqual([tiers]);
      expect(pages.find((text) => text.includes('Slate'))?.match(/Of which interest/g)).toHaveLength(tiers.length);
    }
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await heading.waitFor();
    await app.rest.put(`/api/presentations/${id}/tier`, { tier: 'better' });
    await page.locator('.handout .card.is-chosen', { hasText: 'Metal' }).getByText('Your choice').waitFor();
    expect(await page.getByText('Our suggestion').count()).toBe(0);
    const colors = page.evaluate(
      '[getComputedStyle(document.querySelector(".handout .card.is-chosen")), getComputedStyle(document.documentElement)].map(({ color, backgroundColor }) => [color, backgroundColor])',
    );
    expect(await colors).toEqual(Array.from({ length: 2 }, () => ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']));
    expect(complaints).toEqual([]);
  }, 60_000);
});
