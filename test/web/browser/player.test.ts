/** @quiet It measures when words light, which other tests would delay. */
import { expect, test } from '@jest/globals';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { Contracts } from '../../contracts/contracts.ts';
import { ask } from './drive.ts';
import { button, heading, key, linkTo, present, saidWords, spoken, story, watcher } from './player.ts';

describeInBrowser('the page of a homeowner', () => {
  const app = useApp({ API_KEY: key, SPEECH: 'espeak', GRAPHIQL: 'off', LOG_LEVEL: 'info' });
  const browser = useBrowser();
  const watch = useServer(watcher());
  const contracts = new Contracts(app);

  test('lights at least 95 of 100 words within 50 ms of their time, and goes on to the next slide', async () => {
    const presentation = await present(app);
    await spoken(app, presentation);
    const { page, complaints } = await browser.visit(await linkTo(app, presentation));
    await button(page, 'Play').waitFor();
    await page.evaluate(watch.script);
    await ask(page, 'noteLitWords');
    await button(page, 'Play').click();
    await heading(page, 'Your options');
    const { body } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${presentation.id}`);
    const timings = body.presentation.slides[0]?.wordTimings ?? [];
    const lit = await ask(page, 'litWords');
    const onTime = timings.filter(({ startTime }, word) => Math.abs((lit[word] ?? Infinity) - startTime) <= 0.05);
    expect(timings.length).toBe(story.split(' ').length);
    expect(onTime.length / timings.length).toBeGreaterThanOrEqual(0.95);
    await page.locator('.card.is-named', { hasText: 'Better roof' }).waitFor();
    // A slide with a choice waits for it.
    await button(page, 'Continue').click();
    await heading(page, 'What happens next');
    expect(complaints).toEqual([]);
  }, 60_000);

  test('jumps to a tapped word, resumes there, and keeps speed and captions', async () => {
    const presentation = await present(app);
    await spoken(app, presentation);
    const { page } = await browser.visit(await linkTo(app, presentation));
    await button(page, 'Play').click();
    await page.getByLabel('Speed').selectOption('2×');
    await page.keyboard.press(' ');
    await page.locator('[data-word="20"]').click();
    await eventually(async () => (await saidWords(page)) >= 20);
    await page.locator('.stage h1').click();
    await page.keyboard.press(' ');
    await page.reload();
    await button(page, 'Continue').click();
    await eventually(async () => (await saidWords(page)) >= 20, { what: 'the words that were said' });
    expect(await page.getByLabel('Speed').inputValue()).toBe('2');
    await page.keyboard.press('c');
    const captions = page.locator('.narration');
    await eventually(async () => (await captions.count()) === 0, { what: 'no captions' });
    await page.reload();
    await button(page, 'Continue').click();
    await eventually(async () => (await captions.count()) === 0, { what: 'no captions after a reload' });
  });

  test('is moved by keys, which may be turned off', async () => {
    const { page } = await browser.visit(await linkTo(app, await present(app)));
    await heading(page, 'Welcome, Dana');
    await page.evaluate(watch.script);
    const steps = [
      ['ArrowRight', 'Your options'],
      ['End', 'What happens next'],
      ['ArrowLeft', 'Your options'],
      ['Home', 'Welcome, Dana'],
    ] as const;
    for (const [press, title] of steps) {
      await page.keyboard.press(press);
      await heading(page, title);
    }
    for (const [press, panel] of [
      ['o', 'Chapters'],
      ['t', 'Transcript'],
      ['q', 'I have a question'],
      ['?', 'Keys'],
    ] as const) {
      await page.keyboard.press(press);
      await page.getByRole('dialog', { name: panel }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.keyboard.press('m');
    await eventually(() => ask(page, 'isMuted'));
    await page.keyboard.press('f');
    await eventually(() => ask(page, 'isFullscreen'));
    await page.keyboard.press('f');
    await eventually(async () => !(await ask(page, 'isFullscreen')));
    await page.keyboard.press('?');
    await page.getByLabel('Single keys work').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('o');
    await page.keyboard.press('End');
    await heading(page, 'What happens next');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('answers a question beside its slide, goes back to the same word, and passes others on', async () => {
    const presentation = await present(app);
    await spoken(app, presentation);
    const { page } = await browser.visit(await linkTo(app, presentation));
    await button(page, 'Play').click();
    await page.locator('[data-word="9"].is-said').waitFor();
    await button(page, 'I have a question').click();
    const asked = await page.locator('.stage .is-lit').textContent();
    await page.getByLabel('Search the answers').fill('take long');
    await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
    await heading(page, 'What happens next');
    await page.getByRole('main').getByText('Two days.').waitFor();
    await button(page, 'Back to where you were').click();
    await heading(page, 'Welcome, Dana');
    await page.keyboard.press('q');
    expect(await saidWords(page)).toBeGreaterThanOrEqual(9);
    expect(story.split(' ').indexOf(asked ?? '')).toBeGreaterThanOrEqual(9);

    await page.getByLabel('Search the answers').fill('zebra');
    await page.getByText('There is no prepared answer').waitFor();
    await button(page, 'Send my question').click();
    await page.getByText('Your question is sent.').waitFor();
    const { body } = await app.rest.get<{ events: { data: object }[] }>('/api/events?types=question.asked');
    expect(body.events.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ presentationId: presentation.id, question: 'zebra' }),
    );
  });

  test('stores the chosen tier, and signs its contract with a typed name', async () => {
    const presentation = await present(app);
    const contract = await contracts.in('sent', presentation);
    const { page, complaints } = await browser.visit(await linkTo(app, presentation, { scope: 'view_and_sign' }));
    await heading(page, 'Welcome, Dana');
    await page.keyboard.press('ArrowRight');
    await button(page, 'Choose Better roof').click();
    await page.locator('.stage .card.is-chosen', { hasText: 'Better roof' }).waitFor();
    await button(page, 'Review and sign').click();
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    await dialog.getByText('Dana Whitaker').waitFor();
    await dialog.getByText('I agree to buy the tier').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Better roof' }).isChecked()).toBe(true);
    expect(await button(page, 'Sign').isDisabled()).toBe(true);
    await dialog.getByLabel('I agree to this').check();
    await dialog.getByLabel('Your full name').fill('Dana Whitaker');
    await button(page, 'Sign').click();
    await dialog.getByText('Signed by Dana Whitaker').waitFor();
    expect((await contracts.read(contract.id)).body.contract).toMatchObject({ status: 'signed', tier: 'better' });
    await page.keyboard.press('Escape');
    await page.locator('.stage .card.is-chosen', { hasText: 'Signed' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('plays what is spoken, and shows the progress of the rest until it has its voice', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { title: 'Short' });
    await createSlide(app.rest, id, { title: 'Long', narrationScript: 'A long story of roofs. '.repeat(400) });
    const { page, complaints } = await browser.visit(await linkTo(app, await createPresentation(app.rest, id)));
    await page.getByText('1 of 2 slides have their voice').waitFor();
    await button(page, 'Play').click();
    await heading(page, 'Long');
    await page.getByText('The voice of this slide is being prepared').waitFor();
    await page.getByText('slides have their voice').waitFor({ state: 'detached' });
    await page.locator('[data-word="3"].is-said').waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('opens a one-time link in its first browser alone, and says one thing of each link that does not open', async () => {
    const url = await linkTo(app, await present(app), { isOneTime: true });
    const { page } = await browser.visit(url);
    await heading(page, 'Welcome, Dana');
    expect(page.url()).not.toBe(url);
    await page.reload();
    await heading(page, 'Welcome, Dana');
    for (const closed of [url, `${app.base}/p/pl_unknown`, `${app.base}/p/%F0%9F%8F%A0`]) {
      const { page: other } = await browser.visit(closed);
      await heading(other, 'This link does not open a presentation. Ask your seller for a new one.');
    }
    expect(app.log.join('')).not.toContain(url.slice(-40));
  });
});
