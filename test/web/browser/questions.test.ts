import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { productData } from '../../modules/contracts/contracts.ts';

const key = 'a-key-of-more-than-16-characters';
const narrationScript =
  'Hello Dana, and thank you for having us. Today is all about your home and what the roof needs.';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describeInBrowser('the questions of a homeowner', () => {
  const app = useApp({ API_KEY: key });
  const browser = useBrowser();

  async function present(): Promise<{ deckId: string; id: string; url: string }> {
    const { id: deckId } = await createDeck(app.rest, { name: 'Roof' });
    await createSlide(app.rest, deckId, { slideId: 'welcome', title: 'Welcome', narrationScript });
    const narration = 'You have a Good roof, and a Better roof.';
    const pricing = { slideType: 'product_pricing_v1', productData, title: 'Your options', narrationScript: narration };
    await createSlide(app.rest, deckId, { slideId: 'prices', ...pricing });
    await createSlide(app.rest, deckId, { slideId: 'end', title: 'What happens next', narrationScript: 'Thank you.' });
    const asked = { userQuestion: 'How long does it take?', cannedAnswer: 'Two days.', relatedSlideId: 'end' };
    await createFaq(app.rest, deckId, asked);
    await createFaq(app.rest, deckId, { userQuestion: 'Are the gutters part of it?', cannedAnswer: 'Yes.' });
    await createFaq(app.rest, deckId, { userQuestion: 'Can I pay monthly?', cannedAnswer: 'Yes, over ten years.' });
    const { id } = await createPresentation(app.rest, deckId, { price_inputs: { roof_squares: 20 } });
    const path = `/api/presentations/${id}/links`;
    return { deckId, id, url: (await app.rest.post<{ url: string }>(path, { name: 'Phone' })).body.url };
  }

  test('find their answer as they are typed, with errors, and the way back to the same word', async () => {
    const { url } = await present();
    const { page, complaints } = await browser.visit(url);
    await button(page, 'Play').click();
    await page.locator('[data-word="4"].is-said').waitFor();
    await button(page, 'I have a question').click();
    const dialog = page.getByRole('dialog');
    const answers = dialog.getByRole('listitem');
    expect(await answers.count()).toBe(3);
    const said = await page.locator('.stage .is-said').count();
    await page.getByLabel('Search the answers').pressSequentially('guters are part');
    await eventually(async () => (await answers.allTextContents()).join() === 'Are the gutters part of it?');
    await page.getByLabel('Search the answers').fill('takes how lnog');
    await eventually(async () => (await answers.allTextContents()).join() === 'How long does it take?');
    await answers.getByRole('button').click();
    await page.getByRole('heading', { level: 1, name: 'What happens next' }).waitFor();
    await button(page, 'Back to where you were').click();
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    await page.keyboard.press('q');
    expect(await page.locator('.stage .is-said').count()).toBeGreaterThanOrEqual(said);
    await page.getByLabel('Search the answers').fill('do you sell zebras');
    await dialog.getByText('There is no prepared answer to this.').waitFor();
    expect(await answers.count()).toBe(0);
    await button(page, 'Send my question').click();
    await dialog.getByText('Your question is sent.').waitFor();
    expect(await answers.count()).toBe(3);
    expect(complaints).toEqual([]);
  });

  interface Watching {
    viewers: number;
    opens: number;
    slides: { slideId: string; seconds: number; completed: number; tiers: { tier: string }[] }[];
  }

  test('are told beside what was watched, to the second, and neither is where the browser asks for privacy', async () => {
    const { deckId, id, url } = await present();
    const { page } = await browser.visit(url);
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/guest/watching')) reports.push(request.postData() ?? '');
    });
    const now = (): Promise<number> => page.evaluate('performance.now()');
    const watching = async (): Promise<Watching> =>
      (await app.rest.get<{ watching: Watching }>(`/api/presentations/${id}/watching`)).body.watching;
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    await eventually(async () => (await watching()).opens === 1);
    await button(page, 'Play').click();
    const begun = await now();
    await page.locator('[data-word="12"].is-said').waitFor();
    await page.keyboard.press('ArrowRight');
    await heading('Your options');
    const seconds = ((await now()) - begun) / 1_000;
    // A second on the screen makes a price seen.
    await page.locator('[data-word="4"].is-said').waitFor();
    await page.keyboard.press('End');
    await button(page, 'Play again').waitFor();
    await page.reload();
    await heading('What happens next');
    const slides = (await app.rest.get<{ slides: { id: string; slideId: string }[] }>(`/api/decks/${deckId}/slides`))
      .body.slides;
    const of = ({ slides: found }: Watching, slideId: string) =>
      found.find((slide) => slide.slideId === slides.find((one) => one.slideId === slideId)?.id);
    await eventually(async () => of(await watching(), 'end')?.completed === 1);
    const watched = await watching();
    expect([watched.viewers, watched.opens]).toEqual([1, 1]);
    expect(of(watched, 'welcome')).toMatchObject({ completed: 0, tiers: [] });
    expect(Math.abs((of(watched, 'welcome')?.seconds ?? 0) - seconds)).toBeLessThan(1);
    expect(of(watched, 'prices')?.tiers).toMatchObject([{ tier: 'good' }, { tier: 'better' }]);

    await page.addInitScript("Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true })");
    await page.reload();
    reports.length = 0;
    await button(page, 'Continue').click();
    await button(page, 'Play again').waitFor();
    await page.reload();
    await heading('What happens next');
    expect(reports).toEqual([]);
  }, 60_000);
});
