import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { publish } from '../../delivery/deliveries.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { TcpProxy } from '../../helpers/tcp-proxy.ts';
import { useApp } from '../../helpers/test-app.ts';
import { use, useServer } from '../../helpers/use.ts';
import { drive } from './drive.ts';
import { spokenAudio } from './spoken-audio.ts';

const key = 'a-key-of-more-than-16-characters';

async function signIn(page: Page, value = key): Promise<void> {
  await page.getByLabel('API key or token').fill(value);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const signOut = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign out' }).click();

async function execute(page: Page, tab: number, shows: string | RegExp): Promise<void> {
  await page.locator('.graphiql-tab-button').nth(tab).click();
  await page.locator('.graphiql-execute-button').click();
  await page.locator('.graphiql-response', { hasText: shows }).waitFor();
}

describeInBrowser('a browser that signs in', () => {
  const pages = useServer(new PageServer(path.join(import.meta.dirname, 'page/page.ts')));
  const app = useApp(() => ({ API_KEY: key, ALLOWED_ORIGINS: pages.origin, SPEECH: 'espeak' }));
  const browser = useBrowser();
  let way: TcpProxy;
  use(async () => {
    way = await new TcpProxy(Number(new URL(app.base).port)).open();
    return () => way.cut();
  });
  const origin = (): string => `http://127.0.0.1:${way.port}`;

  test('reads, changes and follows in GraphiQL until it signs out, and keeps no key', async () => {
    const { name } = await createDeck(app.rest);
    const { page, complaints } = await browser.visit(`${origin()}/graphql`);
    await execute(page, 0, 'UNAUTHENTICATED');
    await signIn(page, 'another-key-of-more-than-16-characters');
    await page.locator('output', { hasText: 'no such key' }).waitFor();
    await signIn(page);
    await page.getByText('Signed in by API_KEY').waitFor();
    await execute(page, 0, name);
    // The schema is read again: the docs have its root types.
    await page.getByLabel('Show Documentation Explorer').click();
    await page.locator('.graphiql-doc-explorer-content', { hasText: 'Mutation' }).waitFor();

    await page.locator('.graphiql-tab-button').nth(2).click();
    await page.locator('.graphiql-execute-button').click();
    await eventually(() => way.received.includes('"latestEventCursor":'));
    await publish(app, 'signed.in');
    await page.locator('.graphiql-response', { hasText: 'signed.in' }).waitFor();
    const kept = await page.evaluate('document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)');
    expect(kept).not.toMatch(new RegExp(`${key}|ds_`));

    await page.reload();
    await execute(page, 0, name);
    await signOut(page);
    await page.getByLabel('API key or token').waitFor();
    await execute(page, 0, 'UNAUTHENTICATED');
    // The browser reports each 401 itself.
    expect(complaints.filter((text) => !text.includes('status of 401'))).toEqual([]);
  });

  test('plays audio and follows events by its cookie, misses none while the server is unreachable, and ends with the server', async () => {
    const { page } = await browser.visit(`${origin()}/graphql`);
    await signIn(page);
    await page.getByText('Signed in by API_KEY').waitFor();
    await page.evaluate(pages.script);
    const [plain = ''] = (await spokenAudio(app)).split('?');
    expect(await drive(page, 'play', plain)).toBeGreaterThan(0.1);

    await drive(page, 'follow', '/api/events/stream?types=browser.*');
    await eventually(async () => (await drive(page, 'followed')).state === 'open');
    await publish(app, 'browser.live');
    await eventually(async () => (await drive(page, 'followed')).received.length === 1);
    await way.cut();
    await publish(app, 'browser.missed');
    await way.open();
    await eventually(async () => (await drive(page, 'followed')).received.length === 2);
    await publish(app, 'browser.back');
    const received = ['browser.live', 'browser.missed', 'browser.back'];
    await eventually(async () => (await drive(page, 'followed')).received.length === received.length);

    await signOut(page);
    await eventually(async () => (await drive(page, 'followed')).state === 'closed');
    expect(await drive(page, 'followed')).toEqual({ state: 'closed', received, problem: 'FORBIDDEN' });
  });

  test('is answered in no page of another origin, though it is listed', async () => {
    const { page: own } = await browser.visit(`${origin()}/graphql`);
    await signIn(own);
    await own.getByText('Signed in by API_KEY').waitFor();
    await own.evaluate(pages.script);
    const { page: foreign } = await browser.visit(pages.origin);
    const states = async (): Promise<string[]> =>
      Promise.all([own, foreign].map(async (page) => (await drive(page, 'followed')).state));
    for (const page of [own, foreign]) await drive(page, 'follow', `${origin()}/api/events/stream`);
    await eventually(async () => !(await states()).includes('connecting'));
    expect(await states()).toEqual(['open', 'closed']);
    await signOut(own);
  });
});
