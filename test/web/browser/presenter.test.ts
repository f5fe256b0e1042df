/** @quiet It measures how soon a page follows, which other tests would delay. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useServer } from '../../helpers/use.ts';
import { show } from './device.ts';
import { faultsOf } from './drive.ts';
import { Contracts } from '../../contracts/contracts.ts';
import { issue } from '../../trust/keys/issued.ts';

const key = 'a-key-of-more-than-16-characters';
const narrationScript =
  'Hello Dana, and thank you for having us. Today is all about your home: what the roof needs, and what the sun could do ' +
  'for you. We will keep it simple, so please stop us whenever you have a question.';
const productData = {
  defaultSelectedTier: 'better',
  good: { name: 'Good roof', price: 11_800, addOns: [{ key: 'guards', label: 'Gutter guards', amount: 900 }] },
  better: { name: 'Better roof', price: 14_200 },
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const isQuestions = ({ pathname, search }: URL): boolean =>
  pathname === '/api/events/stream' && search.startsWith('?types=question.asked');
const presents = (page: Page) => page.getByText('Your seller is presenting.');

/** Notes in the page when its heading changes, on the clock of the machine. */
const noteHeadings = `globalThis.shownAt = {};
  new MutationObserver(() => {
    shownAt[document.querySelector('h1')?.textContent] ??= performance.timeOrigin + performance.now();
  }).observe(document.body, { subtree: true, childList: true, characterData: true });`;
const noteClicks = `document.addEventListener('click', () => {
    globalThis.clickedAt = performance.timeOrigin + performance.now();
  }, true);`;

async function ask(page: Page, question: string): Promise<void> {
  await button(page, 'I have a question').click();
  await page.getByLabel('Search the answers').fill(question);
  await button(page, 'Send my question').click();
  await page.getByText('Your question is sent.').waitFor();
  await button(page, 'Close').click();
}

describeInBrowser('a presenter', () => {
  const app = useApp({ API_KEY: key, GRAPHIQL: 'off' });
  const browser = useBrowser();
  const contracts = new Contracts(app);
  const watch = useServer(new PageServer(join(import.meta.dirname, 'page/watch.ts')));

  async function prepare(): Promise<PresentationAnswer> {
    const { id } = await createDeck(app.rest, { name: 'Roof' });
    const welcome = { title: 'Welcome', narrationScript, slideContext: 'Ask about the dog.' };
    await createSlide(app.rest, id, { slideId: 'welcome', ...welcome });
    const pricing = { slideType: 'product_pricing_v1', productData, title: 'Your options' };
    await createSlide(app.rest, id, { slideId: 'prices', ...pricing, narrationScript });
    await createSlide(app.rest, id, { slideId: 'end', title: 'What happens next', narrationScript });
    await createFaq(app.rest, id, { userQuestion: 'How long does it take?', cannedAnswer: 'Two days.' });
    await createFaq(app.rest, id, { userQuestion: 'Are gutters part of it?', cannedAnswer: 'Yes.' });
    return createPresentation(app.rest, id, { price_inputs: { roof_squares: 20 } });
  }

  async function linkTo({ id }: PresentationAnswer, scope = 'view'): Promise<string> {
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${id}/links`, { name: 'Phone', scope });
    return body.url;
  }

  async function signIn(page: Page, value = key): Promise<void> {
    await page.getByLabel('API key or token').fill(value);
    await button(page, 'Sign in').click();
    await button(page, 'Start presenting').waitFor();
  }

  /** The window of a presenter without a session of before, and the page of a homeowner. */
  async function open(value = key, scope = 'view') {
    const presentation = await prepare();
    const url = await linkTo(presentation, scope);
    const homeowner = await browser.visit(url);
    const presenter = await browser.visit(`${url}?present`);
    await presenter.page.context().clearCookies();
    await presenter.page.reload();
    await button(presenter.page, 'Sign in').waitFor();
    // The session is asked for without one, and answered 401.
    presenter.complaints.length = 0;
    await signIn(presenter.page, value);
    await heading(homeowner.page, 'Welcome');
    return { presentation, url, homeowner, presenter };
  }

  test('sees notes, the next slide, the time and answers, and leads an open page within 150 ms', async () => {
    const { homeowner, presenter } = await open();
    const [shown, desk] = [homeowner.page, presenter.page];
    await region(desk, 'Notes').getByText('Ask about the dog.').waitFor();
    await region(desk, 'Next').getByRole('heading', { name: 'Your options' }).waitFor();
    expect(await desk.getByRole('timer').textContent()).toBe('0:00');
    await desk.getByLabel('Search the answers').fill('gutter');
    expect(await region(desk, 'Answers').locator('summary').allTextContents()).toEqual(['Are gutters part of it?']);
    await region(desk, 'Answers').getByText('Are gutters part of it?').click();
    await region(desk, 'Answers').getByText('Yes.').waitFor();
    // Nobody follows before the start.
    await button(desk, 'Next slide').click();
    await region(desk, 'Now: 2 / 3').waitFor();
    await region(desk, 'Notes').getByText('There are no notes on this slide.').waitFor();
    expect(await presents(shown).count()).toBe(0);
    await heading(shown, 'Welcome');
    await button(desk, 'Start presenting').click();
    await presents(shown).waitFor();
    await heading(shown, 'Your options');
    await eventually(async () => (await desk.getByRole('timer').textContent()) !== '0:00', { what: 'the time' });
    await button(desk, 'Reset the time').click();

    await desk.evaluate(noteClicks);
    const titles = ['Welcome', 'Your options', 'What happens next'];
    const delays: number[] = [];
    for (const [click, slide] of [
      ['Previous slide', 0],
      ['Next slide', 1],
      ['Next slide', 2],
    ] as const) {
      const title = titles[slide] ?? '';
      await shown.evaluate(noteHeadings);
      await button(desk, click).click();
      await heading(shown, title);
      const shownAt = (await shown.evaluate(`shownAt[${JSON.stringify(title)}]`)) as number;
      delays.push(shownAt - ((await desk.evaluate('clickedAt')) as number));
    }
    process.stdout.write(`from the click to the other page, in ms: ${delays.map((ms) => ms.toFixed(0)).join(' ')}\n`);
    expect(delays.toSorted((a, b) => a - b)[1]).toBeLessThan(150);

    await desk.getByRole('navigation', { name: 'Slides' }).getByRole('button', { name: 'Welcome' }).click();
    await heading(shown, 'Welcome');
    await button(desk, 'Play').click();
    await button(shown, 'Pause').waitFor();
    await shown.locator('[data-word="4"].is-said').waitFor();
    await button(desk, 'Pause').click();
    await button(shown, 'Play').waitFor();
    expect([homeowner.complaints, presenter.complaints]).toEqual([[], []]);
  }, 60_000);

  test('sees what the homeowner chooses and asks, who may go on alone, and does so when the presenter leaves', async () => {
    const { homeowner, presenter } = await open();
    const [shown, desk] = [homeowner.page, presenter.page];
    await button(desk, 'Start presenting').click();
    await presents(shown).waitFor();
    await button(desk, 'Next slide').click();
    await heading(shown, 'Your options');
    const choice = region(desk, 'What the homeowner has chosen');
    await choice.getByText('no tier yet').waitFor();
    await choice.getByText('The deck suggests: Better roof').waitFor();
    await button(shown, 'Choose Good roof').click();
    await choice.getByText('Good roof, $11,800').waitFor();
    await shown.getByLabel(/Gutter guards/).check();
    await choice.getByText('Add-ons: Gutter guards').waitFor();
    await ask(shown, 'Is my dog safe?');
    await region(desk, 'Questions of the homeowner').getByText('Is my dog safe?').waitFor();

    await button(shown, 'Go on by myself').click();
    await button(desk, 'Next slide').click();
    await region(desk, 'Now: 3 / 3').waitFor();
    await heading(shown, 'Your options');
    // A connection that was lost changes nothing of this.
    await browser.setOffline(true);
    await presents(shown).waitFor({ state: 'detached' });
    await browser.setOffline(false);
    await button(shown, 'Follow the seller').click();
    await heading(shown, 'What happens next');
    for (const { complaints } of [homeowner, presenter]) complaints.length = 0;
    // Who moves the page goes on alone as well.
    await shown.keyboard.press('Home');
    await button(shown, 'Follow the seller').waitFor();
    await heading(shown, 'Welcome');
    await button(shown, 'Follow the seller').click();
    await heading(shown, 'What happens next');
    await desk.goto('about:blank');
    await presents(shown).waitFor({ state: 'detached' });
    await shown.keyboard.press('Home');
    await heading(shown, 'Welcome');
    expect([homeowner.complaints, presenter.complaints]).toEqual([[], []]);
  }, 60_000);

  test('has no connection for questions while nobody sees the window, and then shows what was asked meanwhile', async () => {
    const { homeowner, presenter } = await open();
    const { page } = presenter;
    const [opened, closed] = [[] as string[], [] as string[]];
    page.on('request', (request) => isQuestions(new URL(request.url())) && opened.push(request.url()));
    page.on('requestfailed', (request) => isQuestions(new URL(request.url())) && closed.push(request.url()));
    await page.reload();
    await eventually(() => opened.length === 1);
    await show(page, false);
    await eventually(() => closed.length === 1);
    await ask(homeowner.page, 'Is my dog safe?');
    await show(page, true);
    await region(page, 'Questions of the homeowner').getByText('Is my dog safe?').waitFor();
    await ask(homeowner.page, 'And my cat?');
    await region(page, 'Questions of the homeowner').getByText('And my cat?').waitFor();
    expect(await region(page, 'Questions of the homeowner').getByRole('listitem').count()).toBe(2);
    expect(opened).toHaveLength(2);
  }, 60_000);

  test('shows what was asked while its connection for questions was refused', async () => {
    const { homeowner, presenter } = await open();
    const { page } = presenter;
    await page.clock.install();
    const first = page.waitForRequest((request) => isQuestions(new URL(request.url())));
    await page.reload();
    await first;
    await show(page, false);
    await ask(homeowner.page, 'Is my dog safe?');
    await page.route(isQuestions, (route) => route.fulfill({ status: 503 }), { times: 1 });
    const refused = page.waitForResponse((response) => response.status() === 503);
    await show(page, true);
    await refused;
    await eventually(async () => {
      await page.clock.fastForward(15_000);
      return region(page, 'Questions of the homeowner').getByText('Is my dog safe?').isVisible();
    });
    expect(await region(page, 'Questions of the homeowner').getByRole('listitem').count()).toBe(1);
  }, 60_000);

  test('sees the prices of the slide in the color of the brand, on a phone with the buttons in reach', async () => {
    const { presentation, presenter } = await open();
    const { page } = presenter;
    await app.rest.put(`/api/decks/${presentation.deckId}`, { brand: { color: '#7a1f5c' } });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await button(page, 'Next slide').click();
    const shown = region(page, 'Now: 2 / 3').locator('.offered > li');
    expect((await shown.allInnerTexts()).map((text) => text.split(/\s*\n\s*/))).toEqual([
      ['Good roof', '$11,800', 'Contents and price'],
      ['Better roof', ':', 'suggested', '$14,200', 'Contents and price'],
    ]);
    await page.getByLabel('Contents and price: Good roof').click();
    await shown.first().getByRole('row', { name: 'Fixed price $11,800.00' }).waitFor();
    await page.evaluate(watch.script);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faultsOf(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    const colorOf =
      'getComputedStyle([...document.querySelectorAll("button")].find((one) => one.textContent === "Play")).backgroundColor';
    expect(await page.evaluate(colorOf)).toBe('rgb(122, 31, 92)');
    // Wherever the page is scrolled to.
    await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)');
    const place = await button(page, 'Next slide').boundingBox();
    expect(place?.y).toBeGreaterThan(740);
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(844);
    await app.rest.put(`/api/presentations/${presentation.id}/tier`, { tier: 'good' });
    await shown.first().getByText('chosen').waitFor();
    expect(presenter.complaints).toEqual([]);
  }, 60_000);

  test('is one at a time, and none without the right to write', async () => {
    const { homeowner, presenter, url } = await open();
    await button(presenter.page, 'Start presenting').click();
    await presents(homeowner.page).waitFor();
    const other = await browser.visit(`${url}?present`);
    await button(other.page, 'Next slide').click();
    await button(other.page, 'Start presenting').click();
    await button(other.page, 'Present in their place').click();
    await heading(homeowner.page, 'Your options');
    await presenter.page.getByText('Somebody else presents this.').waitFor();
    expect(await button(presenter.page, 'Start presenting').isEnabled()).toBe(true);

    const { token } = await issue(app, { scopes: ['presentations:read'] });
    await other.page.context().clearCookies();
    await other.page.reload();
    await signIn(other.page, token);
    await region(other.page, 'Notes').getByText('Ask about the dog.').waitFor();
    await other.page.getByText('it needs the scope events:read').waitFor();
    await button(other.page, 'Start presenting').click();
    await other.page.getByText('it needs the scope presentations:write').waitFor();
  }, 60_000);

  test('changes the open page: tier, add-ons and prices, and a contract that is sent, changed and voided', async () => {
    const presentation = await prepare();
    const { page, complaints } = await browser.visit(await linkTo(presentation, 'view_and_sign'));
    await heading(page, 'Welcome');
    await page.keyboard.press('ArrowRight');
    await heading(page, 'Your options');
    const path = `/api/presentations/${presentation.id}`;
    await app.rest.put(`${path}/tier`, { tier: 'good' });
    const chosen = page.locator('.stage .card.is-chosen');
    await chosen.getByText('$11,800').first().waitFor();
    await app.rest.put(`${path}/add-ons`, { addOns: ['guards'] });
    await chosen.getByText('$12,700').first().waitFor();
    expect(await page.getByLabel(/Gutter guards/).isChecked()).toBe(true);

    const news = page.getByText('Your contract was sent or has changed.');
    const { contract } = (await contracts.create(presentation.id)).body;
    expect(await news.count()).toBe(0);
    await contracts.move(contract.id, 'send');
    await news.waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Review and sign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    await dialog
      .getByText(/12,700/)
      .first()
      .waitFor();
    await app.rest.put(`${path}/add-ons`, { addOns: [] });
    await dialog.getByText('The contract has changed. Please read it again.').waitFor();
    await dialog
      .getByText(/11,800/)
      .first()
      .waitFor();
    await contracts.move(contract.id, 'void');
    await dialog.getByText('There is no contract to sign yet.').waitFor();
    await button(page, 'Close').click();
    expect(await news.count()).toBe(0);
    expect(complaints).toEqual([]);
  }, 60_000);
});
