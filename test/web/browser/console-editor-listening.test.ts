import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createSlide } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { type TestApp, useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { faultsOf } from './drive.ts';

const key = 'a-key-of-more-than-16-characters';
const narrationScript = `Hello {{homeowner.first_name}}. ${'Today is all about your home and your roof. '.repeat(4)}`;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const preparing = (page: Page) => page.getByText('The voice is being prepared…');
const litInSlide = (page: Page) => page.frameLocator('iframe').locator('.narration .is-lit');
const saidInSlide = (page: Page) => page.frameLocator('iframe').locator('.narration .is-said');

/** How far the recording is that is played; null for none. */
const playedAt = (page: Page): Promise<number | null> =>
  page.evaluate(
    `(() => {
      const heard = [...document.querySelectorAll('audio')].find(({ src, paused }) => src !== '' && !paused);
      return heard === undefined ? null : heard.currentTime;
    })()`,
  );

const isPlayed = (page: Page) =>
  eventually(async () => ((await playedAt(page)) ?? 0) > 0, { timeoutMs: 20_000, what: 'the voice' });
const isSilent = (page: Page) => eventually(async () => (await playedAt(page)) === null, { what: 'silence' });

async function signIn(browser: ReturnType<typeof useBrowser>, app: TestApp, place: string): Promise<Page> {
  const { page } = await browser.visit(`${app.base}${place}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const credential = page.getByLabel('API key or token');
  if (await credential.isVisible()) {
    await credential.fill(key);
    await page.keyboard.press('Enter');
  }
  return page;
}

/** The requests that ask for speech, which wait until they are let through. */
async function watchSpeech(page: Page) {
  const asked: string[] = [];
  const held: Route[] = [];
  const gate = { isOpen: true };
  await page.route('**/graphql', async (route) => {
    const body = route.request().postData() ?? '';
    if (!body.includes('mutation PreviewSpeech')) return route.continue();
    asked.push(body);
    return gate.isOpen ? route.continue() : void held.push(route);
  });
  const open = async (): Promise<void> => {
    gate.isOpen = true;
    await Promise.all(held.splice(0).map((route) => route.continue()));
  };
  return { asked, close: () => (gate.isOpen = false), open };
}

describeInBrowser('a slide that nobody has presented yet', () => {
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  const app = useApp({ API_KEY: key, SPEECH: 'espeak' });
  const browser = useBrowser();

  test('is heard as it is written, for an invented homeowner, word by word', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { title: 'Welcome', narrationScript });
    const page = await signIn(browser, app, `/app/decks/${id}`);
    const speech = await watchSpeech(page);
    speech.close();
    await button(page, 'Listen').click();
    await preparing(page).waitFor();
    expect(await playedAt(page)).toBeNull();
    await speech.open();
    await isPlayed(page);
    await preparing(page).waitFor({ state: 'hidden' });
    await page.frameLocator('iframe').getByText('Dana.').waitFor();
    await litInSlide(page).waitFor();
    await eventually(async () => (await saidInSlide(page).count()) > 3, { timeoutMs: 20_000 });
    await page.evaluate(watch.script);
    expect(await faultsOf(page)).toEqual([]);
    await button(page, 'Stop').click();
    await isSilent(page);
    await button(page, 'Listen').click();
    await isPlayed(page);
    expect(speech.asked).toHaveLength(1);
  }, 90_000);

  test('is not heard when it was stopped before its voice came, and not asked for twice by two presses', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { title: 'Welcome', narrationScript: `${narrationScript} Stopped.` });
    const page = await signIn(browser, app, `/app/decks/${id}`);
    const speech = await watchSpeech(page);
    speech.close();
    await button(page, 'Listen').click();
    await button(page, 'Stop').click();
    const answered = page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('PreviewSpeech'),
    );
    await speech.open();
    await answered;
    await button(page, 'Listen').waitFor();
    expect([await playedAt(page), speech.asked.length]).toEqual([null, 1]);
  }, 90_000);

  test('is silent as soon as its text changes, and then heard with the new words', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { title: 'Welcome', narrationScript });
    const page = await signIn(browser, app, `/app/decks/${id}`);
    await button(page, 'Listen').click();
    await isPlayed(page);
    await field(page, 'Narration').fill(`Good evening {{homeowner.last_name}}. ${narrationScript}`);
    await isSilent(page);
    await button(page, 'Listen').click();
    await isPlayed(page);
    await page.frameLocator('iframe').getByText('Whitaker.').waitFor();
    // What the editor saves meanwhile is what is heard.
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await playedAt(page)).not.toBeNull();
  }, 90_000);

  test('goes on as text where its recording cannot be loaded, says so, and is asked for again', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { title: 'Welcome', narrationScript: `${narrationScript} Lost.` });
    const page = await signIn(browser, app, `/app/decks/${id}`);
    await page.route(/\/api\/audio\//, (route) => route.abort());
    await button(page, 'Listen').click();
    await page.getByText(/^The browser cannot play the voice now\./).waitFor();
    await litInSlide(page).waitFor();
    await page.unroute(/\/api\/audio\//);
    await button(page, 'Stop').click();
    await button(page, 'Listen').click();
    await isPlayed(page);
    expect(await page.getByText(/^The browser cannot play/).count()).toBe(0);
  }, 90_000);

  test('has FAQs whose answers are heard before they are saved', async () => {
    const { id } = await createDeck(app.rest);
    const faq = await createFaq(app.rest, id, { cannedAnswer: 'Stored.' });
    const page = await signIn(browser, app, `/app/decks/${id}/faqs?edit=${faq.id}`);
    await field(page, 'Answer').fill(narrationScript);
    await button(page, 'Listen').click();
    await isPlayed(page);
    await page.locator('dialog .narration .is-lit').waitFor();
    expect(await page.locator('dialog .narration').innerText()).toMatch(/^Hello Dana\./);
    await button(page, 'Stop').click();
    await isSilent(page);
  }, 90_000);
});

describeInBrowser('a slide on a server without a speaker', () => {
  const app = useApp({ API_KEY: key });
  const browser = useBrowser();

  test('is read along silently, with the reason', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { title: 'Welcome', narrationScript });
    const page = await signIn(browser, app, `/app/decks/${id}`);
    await button(page, 'Listen').click();
    await page.getByText(/^Speech is off/).waitFor();
    await page.frameLocator('iframe').locator('.narration').getByText('Dana').waitFor();
    await litInSlide(page).waitFor();
    expect(await playedAt(page)).toBeNull();
  }, 60_000);
});
