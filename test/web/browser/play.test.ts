import { expect, test } from '@jest/globals';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { faultsOf } from './drive.ts';

describeInBrowser('the playground', () => {
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  // Without a key: the receiver is on this machine, which webhooks reach while authentication is off.
  const app = useApp({ DELIVERY_RETRY_DELAYS: '60' });
  const browser = useBrowser();

  const request = (page: Page, at: number) => page.locator('details.arrived').nth(at);

  test('shows a webhook that its receiver fails, and takes it once it is resent', async () => {
    const { page, complaints } = await browser.visit(`${app.base}/app/play`);
    await page.getByRole('button', { name: 'Create a receiver' }).click();
    await page.getByLabel('It answers').selectOption('FAILURE');
    await page.getByLabel('Event type').fill('contract.*');
    await page.getByRole('button', { name: 'Subscribe it' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await request(page, 0).getByText('Answered 500').waitFor();
    await request(page, 0).getByText('Signature valid').waitFor();
    await page.getByLabel('It answers').selectOption('SUCCESS');
    await request(page, 0).locator('summary').click();
    await request(page, 0).getByText('webhook-signature').waitFor();
    await request(page, 0).getByRole('button', { name: 'Send again' }).click();
    await request(page, 0).getByText('Answered 204').waitFor();
    await request(page, 0).getByText('Signature valid').waitFor();
    expect(await page.locator('details.arrived').count()).toBe(2);
    await page.getByRole('tab', { name: 'Node' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('from http.server import').waitFor();
    expect(complaints).toEqual([]);
  });

  test('lists its receivers, shows what the chosen one was sent, and deletes it once that is confirmed', async () => {
    const { page, complaints } = await browser.visit(`${app.base}/app/play`);
    const receivers = page.getByRole('navigation', { name: 'Receivers' }).getByRole('link');
    await receivers.first().waitFor();
    await page.getByRole('button', { name: 'Create a receiver' }).click();
    const second = receivers.filter({ hasText: 'Not subscribed' });
    await page.getByText('Nothing has arrived yet').waitFor();
    expect(await second.getAttribute('aria-current')).toBe('true');
    const first = receivers.filter({ hasText: 'contract.*' });
    await first.click();
    await request(page, 1).waitFor();
    await page.goBack();
    await page.getByText('Nothing has arrived yet').waitFor();
    await page.getByRole('button', { name: 'Delete receiver' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this receiver' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await receivers.count()).toBe(2);
    await page.getByRole('button', { name: 'Delete receiver' }).click();
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await second.waitFor({ state: 'detached' });
    await request(page, 1).waitFor();
    expect(await receivers.count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['light', 360],
    ['dark', 1280],
  ] as const)('passes axe in %s, %d pixels wide with text of 200 %%, and nothing is cut off', async (scheme, width) => {
    const { page } = await browser.visit(`${app.base}/app/play`);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await request(page, 0).locator('summary').click();
    await request(page, 0).getByText('webhook-signature').waitFor();
    await page.evaluate(watch.script);
    expect(await faultsOf(page)).toEqual([]);
  });
});
