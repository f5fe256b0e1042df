/** @alone It measures when words light, which other tests would delay. */
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide, slideInput } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { png } from '../../helpers/png.ts';
import { type TestApp, useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { cancelable, Contracts, productData } from '../../contracts/contracts.ts';
import { ask, faultsOf } from './drive.ts';

const key = 'a-key-of-more-than-16-characters';
const story =
  'Hello Dana, and thank you for having us. Today is all about your home: what the roof needs, and what the sun could do ' +
  'for you. We will keep it simple, so please stop us whenever you have a question.';

/** A presentation of three slides, of which the second is priced, and of two questions. */
async function present({ rest }: TestApp, input: object = {}): Promise<PresentationAnswer> {
  const { id } = await createDeck(rest, { name: 'Roof', brandName: 'Larkspur Roofing' });
  const bullets = ['A look at your roof', 'No pressure'];
  await createSlide(rest, id, { slideId: 'welcome', title: 'Welcome, Dana', bullets, narrationScript: story });
  const narrationScript = 'You have a Good roof, and a Better roof.';
  const pricing = { slideType: 'product_pricing_v1', productData, title: 'Your options', narrationScript };
  await createSlide(rest, id, { slideId: 'prices', ...pricing });
  await createSlide(rest, id, { slideId: 'end', title: 'What happens next', narrationScript: 'Thank you.' });
  await createFaq(rest, id, {
    userQuestion: 'How long does it take?',
    cannedAnswer: 'Two days.',
    relatedSlideId: 'end',
  });
  await createFaq(rest, id, { userQuestion: 'Is the gutter part of it?', cannedAnswer: 'Yes.' });
  return createPresentation(rest, id, { price_inputs: { roof_squares: 24.5 }, ...input });
}

async function linkTo({ rest }: TestApp, { id }: PresentationAnswer, input: object = {}): Promise<string> {
  const { status, body } = await rest.post<{ url: string }>(`/api/presentations/${id}/links`, {
    name: 'Phone',
    ...input,
  });
  expect(status).toBe(201);
  return body.url;
}

async function spoken(app: TestApp, { id }: PresentationAnswer): Promise<void> {
  await eventually(
    async () => {
      const { body } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`);
      return body.presentation.status === 'ready';
    },
    { timeoutMs: 20_000, what: 'the narration' },
  );
}

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const saidWords = (page: Page): Promise<number> => page.locator('.stage .is-said').count();

const watcher = (): PageServer => new PageServer(path.join(import.meta.dirname, 'page/watch.ts'));

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

const links = [
  'https://files.example/a',
  'http://files.example/a',
  '//files.example/a',
  '/files/a',
  'files/a',
  `/api/audio/${'0'.repeat(63)}.mp3`,
];

/** A recording of ten samples, as a WAV file. */
const silence = Buffer.concat([
  Buffer.from(
    'RIFF\x2e\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x0a\0\0\0',
    'latin1',
  ),
  Buffer.alloc(10, 128),
]);

/** Lets a page load each link as an image and as a recording. Its value lists what was not loaded. */
const unloaded = `(async () => {
  const load = (field, element, loaded, link) => new Promise((settled) => {
    element.addEventListener(loaded, () => settled([]));
    element.addEventListener('error', () => settled([field + ' ' + link]));
    element.src = link;
  });
  const tried = ${JSON.stringify(links)}.flatMap((link) => [
    load('heroImg', new Image(), 'load', link),
    load('audioUrl', new Audio(), 'loadedmetadata', link),
  ]);
  return (await Promise.all(tried)).flat();
})()`;

describeInBrowser('the page of a presentation without a voice', () => {
  const app = useApp({ API_KEY: key });
  const browser = useBrowser();
  const watch = useServer(watcher());

  test('lights its words at the pace of reading, and plays to the end', async () => {
    const { page, complaints } = await browser.visit(await linkTo(app, await present(app)));
    await button(page, 'Play').click();
    await page.locator('[data-word="3"].is-said').waitFor();
    await page.keyboard.press('End');
    await button(page, 'Play again').waitFor();
    expect(complaints).toEqual([]);
  });

  test('loads exactly the images and recordings that authors get no warning of', async () => {
    const { id } = await createDeck(app.rest);
    const warned: string[] = [];
    for (const link of links) {
      const input = { ...slideInput(), heroImg: link, audioUrl: link };
      const { headers } = await app.rest.post(`/api/decks/${id}/slides`, input);
      const warnings = headers.get('x-warnings') ?? '';
      warned.push(...['heroImg', 'audioUrl'].filter((field) => warnings.includes(field)).map((it) => `${it} ${link}`));
    }
    const { page } = await browser.visit(await linkTo(app, await createPresentation(app.rest, id)));
    // Of the context: the worker of the page loads files too, once it is there.
    await page.context().route(/^https?:\/\/files\.example\//, async (route) => {
      const isImage = (await route.request().headerValue('accept'))?.startsWith('image/') === true;
      await route.fulfill(isImage ? { body: png(1, 1), contentType: 'image/png' } : { body: silence });
    });
    expect(await page.evaluate(unloaded)).toEqual(warned);
    expect(warned).toHaveLength(2 * (links.length - 1));
  });

  test('goes on without a recording that cannot be played', async () => {
    const { id } = await createDeck(app.rest);
    const wordTimings = ['Hello', 'Dana,', 'welcome.'].map((word, at) => ({ word, startTime: at, endTime: at + 1 }));
    const audioUrl = `/api/audio/${'a'.repeat(64)}.mp3`;
    await createSlide(app.rest, id, { narrationScript: 'Hello Dana, welcome.', audioUrl, wordTimings });
    const { page } = await browser.visit(await linkTo(app, await createPresentation(app.rest, id)));
    await button(page, 'Play').click();
    await page.locator('.is-lit', { hasText: 'welcome.' }).waitFor();
    await button(page, 'Play again').waitFor();
    expect(await page.locator('.narration').textContent()).toBe('Hello Dana, welcome.');
  });

  test('speaks the language of the presentation, from right to left where it is written so', async () => {
    const { page: spanish } = await browser.visit(
      await linkTo(app, await present(app, { language_settings: { language_code: 'es-MX' } })),
    );
    await button(spanish, 'Reproducir').waitFor();
    const { id } = await createDeck(app.rest, { defaultLanguage: 'ar' });
    await createSlide(app.rest, id, { title: 'أهلا', narrationScript: 'أهلا وسهلا بكم في بيتنا' });
    await createSlide(app.rest, id, { title: 'شكرا', narrationScript: 'شكرا جزيلا' });
    const { page } = await browser.visit(await linkTo(app, await createPresentation(app.rest, id)));
    await heading(page, 'أهلا');
    await page.evaluate(watch.script);
    // The words of the page are English here.
    expect(await ask(page, 'direction')).toBe('ltr');
    expect(await page.getByRole('main').getAttribute('dir')).toBe('rtl');
    expect(await page.locator('.begin').getAttribute('dir')).toBe('ltr');
    await page.keyboard.press('ArrowLeft');
    await heading(page, 'شكرا');
  });

  test('marks the English words beside Arabic prices as English, on the cards and on paper', async () => {
    const { id } = await createDeck(app.rest, { name: 'سقف', defaultLanguage: 'ar' });
    const addOn = { key: 'a', label: 'مزراب', amount: 10, per: 'square' };
    const priced = {
      price: 11_800,
      adders: [{ label: 'خصم', percent: -10 }],
      tax: { percent: 8 },
      deposit: { percent: 10 },
      features: ['عزل'],
      financing: [{ provider: 'بنك', annualPercent: 6.99, months: 120 }],
    };
    const arabic = {
      defaultSelectedTier: 'better',
      good: { name: 'جيد', ...priced },
      better: { name: 'أفضل', ...priced, features: ['عزل', 'تهوية'], addOns: [addOn] },
    };
    await createSlide(app.rest, id, {
      slideType: 'product_pricing_v1',
      productData: arabic,
      title: 'أهلا',
      narrationScript: 'أهلا',
    });
    await createFaq(app.rest, id, { userQuestion: 'متى؟', cannedAnswer: 'غدا' });
    const input = { price_inputs: { roof_squares: 20 }, homeowner: { first_name: 'دانا', last_name: 'حداد' } };
    const presentation = await createPresentation(app.rest, id, input);
    await new Contracts(app).in('sent', presentation);
    const { page } = await browser.visit(await linkTo(app, presentation, { scope: 'view_and_sign' }));
    await page.getByText('You can sign this contract until').first().waitFor();
    await page.getByText('Choose أفضل').waitFor();
    await page.getByLabel(/مزراب/).check();
    await page.getByText('with your add-ons').waitFor();
    const english = `[...document.querySelectorAll('.stage, .handout')].flatMap((part) => {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      const found = [];
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        // But for currencies, which amounts have in each language, and labels of lines, which are the server's.
        if (!/[a-z]{2}/i.test(data.replace(/US\\$|^(Fixed price|Sales tax .*)$/g, ''))) continue;
        const { lang, dir } = parentElement.closest('[lang]');
        found.push([lang + ' ' + dir, data]);
      }
      return found;
    })`;
    const found = (await page.evaluate(english)) as [string, string][];
    expect(found.filter(([language]) => language !== 'en ltr')).toEqual([]);
    const said = found.map(([, text]) => text).join('\n');
    for (const words of [
      'Our suggestion',
      'Choose',
      'tax included',
      'Due on signing',
      'a month for',
      'Payments are equal',
      'How is this price made?',
      'One square is',
      'Total',
      'What it adds to',
      'Also, as in',
      'Only for',
      'Add what you like',
      'You can sign this contract',
      'Prepared for',
      'Questions and answers',
    ])
      expect(said).toContain(words);
  });

  test('marks English words and legal texts of an Arabic contract as English, and its names as Arabic', async () => {
    const { id } = await createDeck(app.rest, {
      defaultLanguage: 'ar',
      timeZone: 'America/Denver',
      // The rule us_ftc_cooling_off has no notice in Arabic.
      rightToCancel: { ...cancelable.rightToCancel, rule: 'calendar_days', days: 14 },
    });
    await createSlide(app.rest, id, { slideType: 'product_pricing_v1', productData, title: 'أهلا' });
    const presentation = await createPresentation(app.rest, id, { price_inputs: { roof_squares: 24.5 } });
    await new Contracts(app).in('sent', presentation);
    const { page } = await browser.visit(await linkTo(app, presentation, { scope: 'view_and_sign' }));
    await page.setViewportSize({ width: 360, height: 800 });
    await button(page, 'Review and sign').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('I have read this document.').waitFor();
    const marked = (selector: string): Promise<unknown> => {
      const first = dialog.locator(selector).first();
      return Promise.all([first.getAttribute('lang'), first.getAttribute('dir')]);
    };
    for (const english of ['.consent', '.statement', '.contract .right', '.contract dt span', '.contract tfoot span']) {
      expect([english, await marked(english)]).toEqual([english, ['en', 'ltr']]);
    }
    expect(await marked('.contract')).toEqual(['ar', 'rtl']);
  });

  test('leaves what plays it in reach at 360 by 640 pixels with text of twice the size', async () => {
    const { page } = await browser.visit(await linkTo(app, await present(app)));
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    expect((await page.locator('.controls').boundingBox())?.height).toBeLessThanOrEqual(320);
    await page.getByText('about 1 min', { exact: true }).waitFor();
    await button(page, 'Play').click();
    const inView = await button(page, 'Pause').boundingBox();
    expect((inView?.y ?? 640) + (inView?.height ?? 0)).toBeLessThanOrEqual(640);
    await button(page, 'Pause').click();
  });

  test('counts what remains from the slide on where it was left', async () => {
    const { id } = await createDeck(app.rest, { name: 'Roof' });
    const long = 'Today is all about your home, and what the roof needs to last for many years. '.repeat(30);
    await createSlide(app.rest, id, { title: 'Welcome', narrationScript: long });
    await createSlide(app.rest, id, { title: 'Goodbye', narrationScript: 'Thank you.' });
    const { page } = await browser.visit(await linkTo(app, await createPresentation(app.rest, id)));
    await page.getByText(/^about [2-9] min$/).waitFor();
    await page.keyboard.press('End');
    await button(page, 'Continue').waitFor();
    expect(await page.locator('.begin .hint').textContent()).toBe('about 1 min left');
  });

  describe('axe', () => {
    test.each(
      ['light', 'dark'].flatMap((scheme) =>
        [360, 768, 1280].map((width) => [scheme as 'light' | 'dark', width] as const),
      ),
    )('finds nothing in %s, %d pixels wide, and nothing is cut off', async (colorScheme, width) => {
      const presentation = await present(app);
      await new Contracts(app).in('sent', presentation);
      const { page } = await browser.visit(await linkTo(app, presentation, { scope: 'view_and_sign' }));
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(watch.script);
      const found: unknown[] = [];
      const look = async (): Promise<void> => {
        found.push(...(await faultsOf(page)));
      };
      await look();
      await button(page, 'Play').click();
      await page.locator('[data-word="3"].is-said').waitFor();
      await look();
      await page.keyboard.press('ArrowRight');
      await page.locator('.card.is-named').waitFor();
      await look();
      for (const press of ['o', 't', 'q', '?']) {
        await page.keyboard.press(press);
        await page.getByRole('dialog').waitFor();
        await look();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await button(page, 'Review and sign').click();
      await page.getByLabel('Your full name').waitFor();
      await look();
      expect(found).toEqual([]);
    });
  });

  test('moves nothing while it opens', async () => {
    const { page } = await browser.visit(await linkTo(app, await present(app)));
    await button(page, 'Play').waitFor();
    await page.evaluate(watch.script);
    expect(await ask(page, 'shift')).toBeLessThanOrEqual(0.02);
  });
});
