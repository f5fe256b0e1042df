/** @quiet It plays recordings, which other tests would delay. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { type TestApp, useApp } from '../../helpers/test-app.ts';
import { productData } from '../../contracts/contracts.ts';

const narrationScript = 'Today is all about your home, and what the roof needs to last for many years. '.repeat(4);
const recordings = /\/api\/audio\//;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** How far the recording is that is heard; null for none. */
const playedAt = (page: Page): Promise<number | null> =>
  page.evaluate(
    `(({ src, paused, currentTime }) => src === '' || paused ? null : currentTime)(document.querySelector('audio'))`,
  );

async function spoken({ rest }: TestApp): Promise<PresentationAnswer> {
  const { id: deckId } = await createDeck(rest, { name: 'Roof' });
  const pricing = { slideType: 'product_pricing_v1', productData, title: 'Your options' };
  await createSlide(rest, deckId, { ...pricing, narrationScript });
  const { id } = await createPresentation(rest, deckId, { price_inputs: { roof_squares: 20 } });
  return eventually(
    async () => {
      const { body } = await rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`);
      return body.presentation.status === 'ready' && body.presentation;
    },
    { timeoutMs: 20_000, what: 'the narration' },
  );
}

describeInBrowser('a voice that the network lost', () => {
  const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters', SPEECH: 'espeak' });
  const browser = useBrowser();

  test('goes on as text, and is heard again from the same word on when the page reaches the server, each time', async () => {
    const { id } = await spoken(app);
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${id}/links`, { name: 'Phone' });
    const { page } = await browser.visit('about:blank');
    // A browser that keeps nothing, as one that is embedded.
    await page.addInitScript('delete Navigator.prototype.serviceWorker');
    await page.route(recordings, (route) => route.abort());
    await page.goto(body.url);
    await button(page, 'Play').click();
    for (const [word, tier] of [
      [2, 'better'],
      [20, 'good'],
    ] as const) {
      await page.locator(`.stage [data-word="${word}"].is-said`).waitFor();
      expect(await playedAt(page)).toBeNull();
      await page.unroute(recordings);
      const said = await page.locator('.stage .is-said').count();
      await app.rest.put(`/api/presentations/${id}/tier`, { tier });
      const at = await eventually(() => playedAt(page), { what: 'the voice' });
      expect(at).toBeGreaterThan(0.2);
      expect(await page.locator('.stage .is-said').count()).toBeGreaterThanOrEqual(said);
      await page.route(recordings, (route) => route.abort());
      await page.evaluate("document.querySelector('audio').src += '&again'");
    }
  }, 60_000);

  test('is heard again when the stream is followed anew, though nothing has changed', async () => {
    const { id } = await spoken(app);
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${id}/links`, { name: 'Phone' });
    const { page } = await browser.visit('about:blank');
    await page.addInitScript('delete Navigator.prototype.serviceWorker');
    await page.route(recordings, (route) => route.abort());
    await page.goto(body.url);
    await button(page, 'Play').click();
    await page.locator('.stage [data-word="2"].is-said').waitFor();
    expect(await playedAt(page)).toBeNull();
    await page.unroute(recordings);
    await page.evaluate("dispatchEvent(new Event('online'))");
    expect(await eventually(() => playedAt(page), { what: 'the voice' })).toBeGreaterThan(0);
  }, 60_000);

  test('is paused where the system pauses it, and goes on where the system or the page lets it', async () => {
    const { id } = await spoken(app);
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${id}/links`, { name: 'Phone' });
    const { page } = await browser.visit('about:blank');
    // Its worker would keep the recording for the tests behind this one.
    await page.addInitScript('delete Navigator.prototype.serviceWorker');
    await page.goto(body.url);
    await button(page, 'Play').click();
    await eventually(async () => (await playedAt(page)) !== null, { what: 'the voice' });
    // As a key of a headset, the lock screen and a call do.
    await page.evaluate("document.querySelector('audio').pause()");
    await button(page, 'Play').waitFor();
    await page.evaluate("document.querySelector('audio').play()");
    await button(page, 'Pause').waitFor();
    await page.evaluate("document.querySelector('audio').pause()");
    await button(page, 'Play').click();
    const at = await eventually(() => playedAt(page), { what: 'the voice' });
    await eventually(async () => ((await playedAt(page)) ?? 0) > at);
    expect(await page.getByText('The voice of this slide cannot be played now.').count()).toBe(0);
  }, 60_000);

  test('that never answers is read silently after some seconds, which the page says', async () => {
    const { id } = await spoken(app);
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${id}/links`, { name: 'Phone' });
    const { page } = await browser.visit('about:blank');
    await page.addInitScript('delete Navigator.prototype.serviceWorker');
    await page.route(recordings, () => {});
    await page.goto(body.url);
    await button(page, 'Play').click();
    await page.getByRole('status').getByText('The voice of this slide cannot be played now.').waitFor();
    await page.locator('.stage [data-word="3"].is-said').waitFor();
    await button(page, 'Pause').waitFor();
    expect(await playedAt(page)).toBeNull();
  }, 60_000);
});
