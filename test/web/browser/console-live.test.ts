import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { freePort } from '../../helpers/free-port.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { ServerProcess } from '../../helpers/server-process.ts';
import { TcpProxy } from '../../helpers/tcp-proxy.ts';
import { newDataDir } from '../../helpers/template.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { faultsOf } from './drive.ts';

/** The rows of the list of events, which renders the visible ones alone. */
const rows = (page: Page) => page.getByRole('region', { name: 'Events, newest first' }).getByRole('listitem');
const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text });

async function publishAll(base: string, type: string, numbers: readonly number[]): Promise<void> {
  const events = numbers.map((number) => ({ type, data: { number } }));
  const response = await fetch(`${base}/api/events/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  expect(response.status).toBe(200);
}

jest.setTimeout(90_000);

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, place) => from + place);

describeInBrowser('the live screens of the console', () => {
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  const app = useApp();
  const receiver = useReceiver();
  const browser = useBrowser();

  test('an event is a row within a second, and its row opens its data', async () => {
    await publishAll(app.base, 'visit.started', [1]);
    const { page, complaints } = await browser.visit(`${app.base}/app/live?types=visit.*`);
    await rowOf(page, 'number: 1').waitFor();
    await publishAll(app.base, 'visit.ended', [2]);
    await rowOf(page, 'number: 2').waitFor({ timeout: 1_000 });
    await publishAll(app.base, 'other.kind', [3]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await publishAll(app.base, 'visit.ended', [4, 5]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Caught up: 2 events replayed.').waitFor();
    expect(await rows(page).allInnerTexts()).toEqual(
      [5, 4, 2, 1].map((number) => expect.stringContaining(`${number}`)),
    );
    await rowOf(page, 'number: 2').getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('"number": 2').waitFor();
    expect(page.url()).toContain('event=');
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('ten thousand rows scroll smoothly, of which few are in the document', async () => {
    const { page } = await browser.visit(`${app.base}/app/live?types=flood.*`);
    await page.getByText('Nothing has happened yet').waitFor();
    await page.evaluate(noteFrames);
    for (const batch of range(0, 10))
      await publishAll(app.base, 'flood.made', range(batch * 1_000, (batch + 1) * 1_000));
    await rowOf(page, 'number: 9999').waitFor({ timeout: 60_000 });
    const list = page.getByRole('region', { name: 'Events, newest first' });
    expect(await rows(page).first().getAttribute('aria-setsize')).toBe('10000');
    await list.hover();
    for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, 8_000);
    await list.press('End');
    await rowOf(page, 'number: 0').last().waitFor();
    expect(await rows(page).count()).toBeLessThan(60);
    const frames = await page.evaluate<number[]>('frameTimes');
    const sorted = frames.toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(100);
  });

  test('what happens while the server is away is replayed, each event once', async () => {
    const dataDir = await newDataDir('console-live');
    const port = await freePort();
    const start = (): ServerProcess =>
      new ServerProcess({ DATA_DIR: dataDir, PORT: String(port), SEED_DEMO: 'off', SPEECH: 'none' });
    let server = start();
    const base = await server.base();
    const proxy = await new TcpProxy(port).open();
    try {
      await publishAll(base, 'visit.started', [1]);
      const { page } = await browser.visit(`http://127.0.0.1:${proxy.port}/app/live`);
      await rowOf(page, 'number: 1').waitFor();
      await publishAll(base, 'visit.started', [2]);
      await rowOf(page, 'number: 2').waitFor();
      await proxy.cut();
      await server.end('SIGKILL');
      await page.getByText('Connection lost: reconnecting').waitFor();
      server = start();
      await server.base();
      await publishAll(base, 'visit.started', range(3, 15));
      await proxy.open();
      await page.getByText('Caught up: 12 events replayed.').waitFor();
      await publishAll(base, 'visit.started', [15]);
      await rowOf(page, 'number: 15').waitFor();
      const numbers = (await rows(page).allInnerTexts()).map((text) => Number(/number: (\d+)/.exec(text)?.[1]));
      expect(numbers).toEqual(range(1, 16).toReversed());
    } finally {
      await proxy.cut();
      await server.end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  test('a webhook that fails shows why, and turns green once its receiver is fixed and it is sent again', async () => {
    receiver.answer = () => 503;
    const channelConfig = { url: `${receiver.url}/crm` };
    await createSubscription(app.rest, { name: 'CRM', eventType: 'order.placed', channel: 'webhook', channelConfig });
    const { page, complaints } = await browser.visit(`${app.base}/app/live/deliveries`);
    await page.getByText('No delivery yet').waitFor();
    await publishAll(app.base, 'order.placed', [1]);
    const row = page.getByRole('row').filter({ hasText: 'order.placed' });
    await row.getByText('Dead').waitFor();
    await row.getByRole('link', { name: 'order.placed' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It was given up after 4 attempts').waitFor();
    receiver.answer = () => 204;
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await dialog.getByText('It was delivered after 5 attempts').waitFor();
    await dialog.getByText('Accepted with 204', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await row.getByText('Delivered').waitFor();
    expect(receiver.at('/crm')).toHaveLength(5);
    expect(complaints).toEqual([]);
  });

  test('a subscription is made by keyboard, with a filter whose dry run shows the events that it lets through', async () => {
    for (const tier of ['good', 'better', 'best']) {
      await app.rest.post('/api/events', { type: 'contract.signed', data: { tier, total: '30050.00' } });
    }
    receiver.answer = () => 204;
    const { page, complaints } = await browser.visit(`${app.base}/app/subscriptions`);
    await page.getByRole('link', { name: 'New subscription' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).pressSequentially('Signed to the bus');
    await page.getByLabel('Events', { exact: true }).selectOption('contract.signed');
    const dryRun = page.getByRole('region', { name: 'Dry run' });
    await dryRun.getByText('3 of the last 3 events would be sent.').waitFor();
    await page.getByRole('button', { name: 'Add condition' }).press('Enter');
    const tier = page.getByRole('group', { name: 'Condition 1' });
    await tier.getByLabel('Field').pressSequentially('data.tier');
    await tier.getByLabel('Operator').selectOption('is not');
    await tier.getByLabel('Value').selectOption('good');
    await page.getByRole('button', { name: 'Add condition' }).press('Enter');
    const total = page.getByRole('group', { name: 'Condition 2' });
    await total.getByLabel('Field').pressSequentially('data.total');
    await total.getByLabel('Operator').selectOption('is at least');
    await total.getByLabel('Value').pressSequentially('30000');
    await dryRun.getByText('2 of the last 3 events would be sent.').waitFor();
    expect(await dryRun.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Sent.*best/s),
      expect.stringMatching(/^Sent.*better/s),
      expect.stringMatching(/^Not sent.*good/s),
    ]);
    await page.getByLabel('URL').pressSequentially(`${receiver.url}/bus`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send a test' }).press('Enter');
    await page.getByText('The receiver accepted it with 204').waitFor();
    const { body } = await app.rest.get<{ subscriptions: { name: string; filter: unknown }[] }>(
      '/api/notifications/subscriptions',
    );
    expect(body.subscriptions.find(({ name }) => name === 'Signed to the bus')?.filter).toEqual({
      'data.tier': { $ne: 'good' },
      'data.total': { $gte: 30_000 },
    });
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test.each([
    ['/app/live', 'light', 360],
    ['/app/live', 'dark', 1280],
    ['/app/live/deliveries', 'light', 360],
    ['/app/live/deliveries', 'dark', 1280],
    ['/app/live/figures', 'light', 360],
    ['/app/live/figures', 'dark', 1280],
    ['/app/subscriptions', 'light', 360],
    ['/app/subscriptions', 'dark', 1280],
    ['/app/subscriptions/new', 'light', 360],
    ['/app/subscriptions/new', 'dark', 1280],
    ['/app/failed-jobs', 'light', 360],
    ['/app/failed-jobs', 'dark', 1280],
  ] as const)(
    '%s passes axe in %s, %d pixels wide with text of 200 %%, and nothing is cut off',
    async (screen, scheme, width) => {
      const { page } = await browser.visit(`${app.base}${screen}`);
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      await page.getByText(landmarks[screen]).first().waitFor();
      await page.evaluate(watch.script);
      expect(await faultsOf(page)).toEqual([]);
    },
  );
});

/** What stands on a screen once it has read what it shows. */
const landmarks = {
  '/app/live': 'order.placed',
  '/app/live/deliveries': 'order.placed',
  '/app/live/figures': 'Backlog',
  '/app/subscriptions': 'order.placed',
  '/app/subscriptions/new': 'Channel',
  '/app/failed-jobs': 'Nothing has failed',
} as const;

/** Notes how long each frame of the page takes, in milliseconds. */
const noteFrames = `(() => {
  globalThis.frameTimes = [];
  let last = performance.now();
  const note = (now) => {
    frameTimes.push(now - last);
    last = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
})()`;

describeInBrowser('the live screens of a key that may only read', () => {
  const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters' });
  const browser = useBrowser();

  test('show what happens, and no button that changes something', async () => {
    const { id } = await createSubscription(app.rest, { name: 'To the log', eventType: 'visit.*' });
    await app.rest.post('/api/events', { type: 'visit.started', data: {} });
    const scopes = ['events:read', 'notifications:read'];
    const { body } = await app.rest.post<{ token: string }>('/api/keys', { name: 'reader', scopes });
    const { page } = await browser.visit(`${app.base}/app/live`);
    await page.getByLabel('API key or token').fill(body.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await rowOf(page, 'visit.started').waitFor();
    await page.getByRole('link', { name: 'Deliveries' }).click();
    // The events, which have links of the same name, stay until the script of the next screen is there.
    await page.getByRole('columnheader', { name: 'Latency' }).waitFor();
    await page.getByRole('link', { name: 'visit.started' }).click();
    await page.getByText('It was delivered after 1 attempt').waitFor();
    const forbidden = page.getByRole('button', { name: /Resend|Recover|Pause|Delete|Test|Save|secret/ });
    expect(await forbidden.count()).toBe(0);
    await page.goto(`${app.base}/app/subscriptions/${id}`);
    await page.getByRole('heading', { name: 'To the log' }).waitFor();
    expect(await forbidden.count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Failed jobs' }).count()).toBe(0);
  });
});
