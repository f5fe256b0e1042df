import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser, type WatchedPage } from '../../helpers/browser.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { Contracts, productData } from '../../contracts/contracts.ts';

const narrationScript = 'Hello Dana, and thank you for having us. Today is all about your home and its roof.';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();

/** Waits until a button has the focus. */
const focused = (page: Page, name: string): Promise<void> => button(page, name).and(page.locator(':focus')).waitFor();

describeInBrowser('the page of a homeowner by the keyboard', () => {
  const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters' });
  const browser = useBrowser();
  const contracts = new Contracts(app);

  async function present(): Promise<PresentationAnswer> {
    const { id } = await createDeck(app.rest, { name: 'Roof' });
    await createSlide(app.rest, id, { slideId: 'welcome', title: 'Welcome', narrationScript: 'Hello.' });
    const pricing = { slideType: 'product_pricing_v1', productData, title: 'Your options' };
    await createSlide(app.rest, id, { slideId: 'prices', ...pricing, narrationScript: 'Choose.' });
    await createSlide(app.rest, id, { slideId: 'end', title: 'What happens next', narrationScript });
    return createPresentation(app.rest, id, { price_inputs: { roof_squares: 20 } });
  }

  async function visit({ id }: PresentationAnswer): Promise<WatchedPage> {
    const link = { name: 'Phone', scope: 'view_and_sign' };
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${id}/links`, link);
    const visited = await browser.visit(body.url);
    await heading(visited.page, 'Welcome');
    return visited;
  }

  test('has the focus back where it was when Escape closes a panel', async () => {
    const { page, complaints } = await visit(await present());
    for (const [opener, panel] of [
      ['Chapters', 'Chapters'],
      ['I have a question', 'I have a question'],
    ] as const) {
      await button(page, opener).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: panel }).waitFor();
      await page.keyboard.press('Escape');
      await focused(page, opener);
    }
    expect(complaints).toEqual([]);
  });

  test('keeps the focus when what was pressed is no longer there', async () => {
    const { page, complaints } = await visit(await present());
    await button(page, 'Play').focus();
    await page.keyboard.press('Enter');
    await focused(page, 'Pause');
    await button(page, 'Choose Better roof').focus();
    await page.keyboard.press('Enter');
    const chosen = page
      .locator('.card.is-chosen', { hasText: 'Better roof' })
      .getByRole('button', { name: 'Your choice' });
    await chosen.and(page.locator(':focus')).waitFor();
    await page.getByRole('status').getByText('Better roof: Your choice').waitFor();
    await button(page, 'Continue').focus();
    await page.keyboard.press('Enter');
    await heading(page, 'What happens next');
    await focused(page, 'Pause');
    await page.keyboard.press('Space');
    await focused(page, 'Play');
    expect(complaints).toEqual([]);
  });

  test('moves the bar of the slide by five seconds', async () => {
    const { page } = await visit(await present());
    await page.keyboard.press('End');
    await heading(page, 'What happens next');
    await button(page, 'Continue').click();
    await button(page, 'Pause').click();
    const bar = page.getByLabel('Position in this slide');
    const before = Number(await bar.inputValue());
    await bar.focus();
    await page.keyboard.press('ArrowRight');
    const moved = async (): Promise<number> => Number(await bar.inputValue()) - before;
    expect(Math.abs((await moved()) - 5)).toBeLessThanOrEqual(0.1);
    await page.keyboard.press('ArrowLeft');
    expect(await moved()).toBeLessThan(0.2);
    await heading(page, 'What happens next');
  });

  test('does not lose a drawing that ends beside its sheet', async () => {
    const presentation = await present();
    await contracts.in('sent', presentation);
    const { page } = await visit(presentation);
    await page.keyboard.press('ArrowRight');
    await button(page, 'Review and sign').click();
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    const pad = dialog.getByRole('img');
    await pad.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(5, y + height / 2, { steps: 8 });
    await page.mouse.up();
    await dialog.getByLabel('Your full name').fill('Dana');
    expect(await dialog.getByLabel('Your full name').inputValue()).toBe('Dana');
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
  });
});
