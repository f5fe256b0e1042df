import { describe, expect, test } from '@jest/globals';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { createDeck, createFaq, createPresentation, createSlide, slideInput } from '../../helpers/factories.ts';
import { png } from '../../helpers/png.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { cancelable, Contracts, productData } from '../../contracts/contracts.ts';
import { ask, inspect } from './drive.ts';
import { button, heading, key, linkTo, present, watcher } from './player.ts';

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
      const { found, look } = await inspect(page, watch.script, { colorScheme, width });
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
