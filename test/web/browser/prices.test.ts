/** @alone Browsers need the processors for themselves. */
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { presented } from '../../modules/contracts/contracts.ts';
import type { Watcher } from './page/watcher.ts';

const slide = {
  title: 'Your options',
  productData: {
    defaultSelectedTier: 'better',
    good: { name: 'Shingle', price: 11_800 },
    better: {
      name: 'Metal',
      pricePerSquare: 509.15,
      adders: [{ label: 'Spring rebate', percent: -10 }],
      tax: { percent: 8.25 },
    },
  },
};

/** What a table shows, row by row. */
const rowsOf = (page: Page, card: string): Promise<string[]> =>
  page.locator('.card', { hasText: card }).getByRole('row').allInnerTexts();

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

describeInBrowser('the prices on the page', () => {
  const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters' });
  const browser = useBrowser();
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  const ask = <Name extends keyof Watcher>(page: Page, name: Name) =>
    page.evaluate(`driver.${name}()`) as ReturnType<Watcher[Name]>;

  async function linkTo({ id }: PresentationAnswer, input: object = {}): Promise<string> {
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${id}/links`, {
      name: 'Phone',
      ...input,
    });
    return body.url;
  }

  test('are explained line by line by one key, without a fault of access', async () => {
    const { page, complaints } = await browser.visit(await linkTo(await presented(app.rest, { slide })));
    await page.setViewportSize({ width: 360, height: 800 });
    const made = page.getByText('How is this price made?').nth(1);
    await made.focus();
    expect(await rowsOf(page, 'Metal')).toEqual([]);
    await page.keyboard.press(' ');
    await page.getByRole('row', { name: 'Spring rebate' }).waitFor();
    expect((await rowsOf(page, 'Metal')).map(inOneLine)).toEqual([
      'Roof area 24.5 squares × $509.15 $12,474.18',
      'Spring rebate -10% of $12,474.18 -$1,247.42',
      'Sales tax 8.25% of $11,226.76 $926.21',
      'Total $12,152.97',
    ]);
    await page.evaluate(watch.script);
    expect([await ask(page, 'faults'), await ask(page, 'isCutOff'), complaints]).toEqual([[], false, []]);
  });
});
