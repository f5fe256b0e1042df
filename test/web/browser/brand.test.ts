import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { extractImages, getDocumentProxy } from 'unpdf';
import { contrast } from '../../../src/web/brand/contrast.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { dataUrl, png } from '../../helpers/png.ts';
import { useApp } from '../../helpers/test-app.ts';
import { eventually } from '../../helpers/eventually.ts';
import { useServer } from '../../helpers/use.ts';
import { Contracts, productData } from '../../contracts/contracts.ts';
import { kept, keptFiles } from './device.ts';
import { ask } from './drive.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A color of the page, as #rrggbb. */
const colorOf = (page: Page, name: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--${name}').trim()`);

describeInBrowser('the page of a brand', () => {
  const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters', GRAPHIQL: 'off', LOG_LEVEL: 'info' });
  const browser = useBrowser();
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));

  afterEach(() => browser.setOffline(false));

  async function present(brand: object): Promise<string> {
    const { id } = await createDeck(app.rest, { name: 'Roof', brandName: 'Larkspur Roofing', brand });
    const bullets = ['A look at your roof', 'No pressure'];
    await createSlide(app.rest, id, { title: 'Welcome', bullets, narrationScript: 'Hello Dana, and thank you.' });
    const narrationScript = 'You have a Good roof.';
    const features = ['Slate from Vermont'];
    const priced = { ...productData, good: { ...productData.good, features } };
    const pricing = { slideType: 'product_pricing_v1', productData: priced, title: 'Your options', narrationScript };
    await createSlide(app.rest, id, pricing);
    const presentation = await createPresentation(app.rest, id, { price_inputs: { roof_squares: 24.5 } });
    await new Contracts(app).in('sent', presentation);
    const link = { name: 'Phone', scope: 'view_and_sign' };
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${presentation.id}/links`, link);
    return body.url;
  }

  test.each(
    ['#ffff00', '#fffffe', '#010000', '#808080'].flatMap((color) =>
      (['light', 'dark'] as const).map((scheme) => [color, scheme] as const),
    ),
  )('has a color made of %s that can be read in %s: axe finds nothing', async (color, colorScheme) => {
    const { page, complaints } = await browser.visit(await present({ color, logo: dataUrl(png(40, 20)) }));
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.getByRole('img', { name: 'Larkspur Roofing' }).waitFor();
    await page.evaluate(watch.script);
    const found = [...(await ask(page, 'faults'))];
    await button(page, 'Play').click();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Your options' }).waitFor();
    found.push(...(await ask(page, 'faults')));
    await button(page, 'Review and sign').click();
    await page.getByRole('dialog').getByText('Slate from Vermont').waitFor();
    found.push(...(await ask(page, 'faults')));
    expect(found).toEqual([]);
    const [accent, paper] = [await colorOf(page, 'accent'), await colorOf(page, 'paper')];
    expect(contrast(accent, paper)).toBeGreaterThanOrEqual(4.5);
    expect(complaints).toEqual([]);
  });

  test('has the color of the brand where it can be read, and its own without one', async () => {
    const { page } = await browser.visit(await present({ color: '#7a1fa2' }));
    await page.getByText('Larkspur Roofing').first().waitFor();
    expect(await colorOf(page, 'accent')).toBe('#7a1fa2');
    const { page: plain } = await browser.visit(await present({ logo: dataUrl(png(40, 20)) }));
    await plain.getByRole('img', { name: 'Larkspur Roofing' }).waitFor();
    expect(await colorOf(plain, 'accent')).toBe('#0b5d4b');
  });

  test('is printed with its logo, in black', async () => {
    const { page, complaints } = await browser.visit(await present({ color: '#ffff00', logo: dataUrl(png(40, 20)) }));
    await page.getByRole('img', { name: 'Larkspur Roofing' }).waitFor();
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'Letter' })));
    expect(await extractImages(pdf, 1)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    expect(await colorOf(page, 'accent')).toBe('#000');
    expect(complaints).toEqual([]);
  });

  test('has its color and its logo without a network', async () => {
    const { page } = await browser.visit(await present({ color: '#7a1fa2', logo: dataUrl(png(40, 20)) }));
    await eventually(
      async () =>
        Object.values(await keptFiles(page))
          .flat()
          .some((file) => file.startsWith('/api/logos/')),
      { timeoutMs: 20_000, what: 'a logo that is kept' },
    );
    await kept(page, 0);
    await browser.setOffline(true);
    await page.reload();
    await page.locator('header .logo').waitFor();
    await eventually(async () => (await page.evaluate('document.querySelector("header .logo").naturalWidth')) === 40);
    expect(await colorOf(page, 'accent')).toBe('#7a1fa2');
  });

  test('has its name where the logo is gone', async () => {
    const { page } = await browser.visit(await present({ logo: dataUrl(png(40, 20)) }));
    // As a browser tells it of a picture that it cannot get.
    await page.locator('header .logo').dispatchEvent('error');
    await page.locator('header .brand', { hasText: 'Larkspur Roofing' }).waitFor();
    expect(await page.locator('header .logo').count()).toBe(0);
  });
});
