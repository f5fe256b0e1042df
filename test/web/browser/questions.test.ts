import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import type { PresentationAnswer, Schemas } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../../helpers/factories.ts';
import { type TestApp, useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { productData } from '../../contracts/contracts.ts';
import { FakeElevenLabs, speak } from '../../engines/speech/fake-elevenlabs.ts';

const key = 'a-key-of-more-than-16-characters';
const narrationScript =
  'Hello Dana, and thank you for having us. Today is all about your home and what the roof needs.';
const answer = 'Most roofs take two days, and we clean up behind us before we leave.';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A presentation of three slides and three FAQs, and a link to it. */
async function present(app: TestApp): Promise<{ deckId: string; id: string; url: string }> {
  const { id: deckId } = await createDeck(app.rest, { name: 'Roof' });
  await createSlide(app.rest, deckId, { slideId: 'welcome', title: 'Welcome', narrationScript });
  const narration = 'You have a Good roof, and a Better roof.';
  const pricing = { slideType: 'product_pricing_v1', productData, title: 'Your options', narrationScript: narration };
  await createSlide(app.rest, deckId, { slideId: 'prices', ...pricing });
  await createSlide(app.rest, deckId, { slideId: 'end', title: 'What happens next', narrationScript: 'Thank you.' });
  const asked = { userQuestion: 'How long does it take?', cannedAnswer: answer, relatedSlideId: 'end' };
  await createFaq(app.rest, deckId, asked);
  await createFaq(app.rest, deckId, { userQuestion: 'Are the gutters part of it?', cannedAnswer: 'Yes.' });
  await createFaq(app.rest, deckId, { userQuestion: 'Can I pay monthly?', cannedAnswer: 'Yes, over ten years.' });
  const { id } = await createPresentation(app.rest, deckId, { price_inputs: { roof_squares: 20 } });
  const path = `/api/presentations/${id}/links`;
  return { deckId, id, url: (await app.rest.post<{ url: string }>(path, { name: 'Phone' })).body.url };
}

describeInBrowser('the questions of a homeowner', () => {
  const app = useApp({ API_KEY: key });
  const browser = useBrowser();

  test('find their answer as they are typed, with errors, and the way back to the same word', async () => {
    const { url } = await present(app);
    const { page, complaints } = await browser.visit(url);
    await button(page, 'Play').click();
    await page.locator('[data-word="4"].is-said').waitFor();
    await button(page, 'I have a question').click();
    const dialog = page.getByRole('dialog');
    const answers = dialog.getByRole('listitem');
    await eventually(async () => (await answers.count()) === 3);
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
    await eventually(async () => (await answers.count()) === 3);
    expect(complaints).toEqual([]);
  });

  type Engagement = Schemas['PresentationEngagement'];

  test('are sent once, however often the button is pressed before the answer', async () => {
    const { deckId, url } = await present(app);
    const { page } = await browser.visit(url);
    await button(page, 'I have a question').click();
    await page.getByLabel('Search the answers').fill('Do you sell zebras?');
    await button(page, 'Send my question').waitFor();
    await page.evaluate(
      `[...document.querySelectorAll('dialog button')].filter(({ textContent }) => textContent === 'Send my question')
        .forEach((one) => { one.click(); one.click(); })`,
    );
    await page.getByText('Your question is sent.').waitFor();
    const { body } = await app.rest.get<{ events: { type: string }[] }>(
      `/api/events?deckId=${deckId}&types=question.asked`,
    );
    expect(body.events.length).toBe(1);
  });

  test('are reported with the watch time, to the second, and neither is where the browser asks for privacy', async () => {
    const { deckId, id, url } = await present(app);
    const { page } = await browser.visit(url);
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/guest/engagement')) reports.push(request.postData() ?? '');
    });
    const now = (): Promise<number> => page.evaluate('performance.now()');
    const engagement = async (): Promise<Engagement> =>
      (await app.rest.get<{ engagement: Engagement }>(`/api/presentations/${id}/engagement`)).body.engagement;
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    await eventually(async () => (await engagement()).openCount === 1);
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
    const of = ({ slides: found }: Engagement, name: string) =>
      found.find(({ sourceSlideId }) => sourceSlideId === slides.find(({ slideId }) => slideId === name)?.id);
    await eventually(async () => of(await engagement(), 'end')?.completedCount === 1);
    const watched = await engagement();
    expect([watched.viewerCount, watched.openCount]).toEqual([1, 1]);
    expect(of(watched, 'welcome')).toMatchObject({ completedCount: 0, tiers: [] });
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

interface Played {
  path: string;
  time: number;
  paused: boolean;
  muted: boolean;
}

/** What the page plays. */
const playedIn = (page: Page): Promise<Played> =>
  page.evaluate(`(({ src, currentTime, paused, muted }) =>
    ({ path: src === '' ? '' : new URL(src).pathname, time: currentTime, paused, muted }))(document.querySelector('audio'))`);

/** What it has played once it is paused, which happens in the next frame. */
const pausedIn = (page: Page): Promise<Played> =>
  eventually(async () => {
    const now = await playedIn(page);
    return now.paused && now;
  });

const word = (page: Page, index: number, mark: string) =>
  page.locator(`.narration [data-word="${index}"].${mark}`).waitFor();

async function presentationOf({ rest }: TestApp, id: string): Promise<PresentationAnswer> {
  return (await rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`)).body.presentation;
}

async function answered(app: TestApp, id: string): Promise<PresentationAnswer['faqs'][number] | undefined> {
  await eventually(async () => (await presentationOf(app, id)).faqNarration?.doneCount === 3, {
    timeoutMs: 20_000,
    what: 'the voice of the answers',
  });
  return (await presentationOf(app, id)).faqs[0];
}

async function ask(page: Page, question: string): Promise<void> {
  await button(page, 'I have a question').click();
  await page.getByRole('dialog').getByRole('button', { name: question }).click();
}

describeInBrowser('the answers to a homeowner that espeak has spoken', () => {
  const app = useApp({ API_KEY: key, SPEECH: 'espeak' });
  const browser = useBrowser();

  test('are heard beside the related slide word by word, can be paused and muted, and lead back to the same word', async () => {
    const { id, url } = await present(app);
    const faq = await answered(app, id);
    const last = answer.split(' ').length - 1;
    expect(faq?.wordTimings).toHaveLength(last + 1);
    const { page, complaints } = await browser.visit(url);
    await button(page, 'Play').click();
    await word(page, 4, 'is-said');
    await button(page, 'I have a question').click();
    const left = await pausedIn(page);
    const said = await page.locator('.stage .is-said').count();
    await page.getByRole('dialog').getByRole('button', { name: 'How long does it take?' }).click();
    await page.getByRole('heading', { level: 1, name: 'What happens next' }).waitFor();
    await word(page, 2, 'is-said');
    const playing = await playedIn(page);
    expect(playing).toMatchObject({ path: faq?.audioUrl?.split('?')[0], paused: false, muted: false });
    expect(playing.time).toBeGreaterThanOrEqual(faq?.wordTimings[3]?.startTime ?? Infinity);

    await button(page, 'Pause').click();
    const paused = await pausedIn(page);
    await page.keyboard.press('m');
    await button(page, 'Play').click();
    await word(page, last - 1, 'is-said');
    await eventually(async () => (await playedIn(page)).muted);
    expect((await playedIn(page)).time).toBeGreaterThan(paused.time);

    await button(page, 'Back to where you were').click();
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    await eventually(
      async () => (await playedIn(page)).path === left.path && (await playedIn(page)).time >= left.time - 0.05,
    );
    expect((await playedIn(page)).time).toBeLessThan(left.time + 2);
    await word(page, said - 1, 'is-said');
    expect(complaints).toEqual([]);
  }, 60_000);

  test('of an older version are read word by word without a voice', async () => {
    const { id, url } = await present(app);
    await answered(app, id);
    const { kysely } = app.database.connection;
    await sql`update presentation_faq set audio_url = null, word_timings = '[]', timing = 'estimated'
      where presentation_id = ${id}`.execute(kysely);
    const { page, complaints } = await browser.visit(url);
    await button(page, 'Play').click();
    await ask(page, 'How long does it take?');
    await word(page, 3, 'is-said');
    expect(await page.locator('.narration').textContent()).toBe(answer);
    expect((await playedIn(page)).path).toBe('');
    await button(page, 'Back to where you were').click();
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);
});

describeInBrowser('an answer to a homeowner whose voice is still being made', () => {
  const fake = useServer(new FakeElevenLabs());
  const held = Promise.withResolvers<void>();
  fake.answer = async ({ body }, response) => {
    if (body.text === answer) await held.promise;
    await speak(body.text, response);
  };
  const app = useApp(() => ({
    API_KEY: key,
    SPEECH: 'elevenlabs',
    ELEVENLABS_API_KEY: 'a-key-of-the-test',
    ELEVENLABS_URL: fake.url,
  }));
  const browser = useBrowser();

  test('is read until then, while the slides are heard, and is heard as soon as it is there', async () => {
    const { id, url } = await present(app);
    await eventually(() => fake.received.some(({ body }) => body.text === answer));
    expect(await presentationOf(app, id)).toMatchObject({
      status: 'ready',
      faqNarration: { doneCount: 0, totalCount: 3 },
    });
    const { page, complaints } = await browser.visit(url);
    await button(page, 'Play').click();
    await word(page, 2, 'is-said');
    expect(await playedIn(page)).toMatchObject({ paused: false, path: expect.stringContaining('/api/audio/') });
    await ask(page, 'How long does it take?');
    await word(page, 2, 'is-said');
    expect((await playedIn(page)).path).toBe('');
    held.resolve();
    const faq = await answered(app, id);
    await eventually(async () => (await playedIn(page)).path === faq?.audioUrl?.split('?')[0]);
    await eventually(async () => (await playedIn(page)).time > 0.2);
    await word(page, 1, 'is-said');
    expect(complaints).toEqual([]);
  }, 60_000);
});
