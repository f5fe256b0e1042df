import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { copySnippets } from '../../helpers/snippets.ts';
import { useApp } from '../../helpers/test-app.ts';
import { use, useServer } from '../../helpers/use.ts';
import { drive } from './drive.ts';
import { spokenAudio } from './spoken-audio.ts';

const key = 'a-key-of-more-than-16-characters';

describeInBrowser('a page on another origin', () => {
  const pages = useServer(new PageServer(path.join(import.meta.dirname, 'page/page.ts')));
  let tabs!: PageServer;
  use(async () => {
    const folder = await copySnippets();
    const tab = path.join(folder, 'tab.ts');
    const name = 'shared-stream.ts';
    await writeFile(tab, `import { followTogether } from './${name}'; Object.assign(globalThis, { followTogether });`);
    tabs = new PageServer(tab);
    await tabs.open();
    return async () => {
      await tabs.close();
      await rm(folder, { recursive: true });
    };
  });
  const app = useApp(() => ({ API_KEY: key, ALLOWED_ORIGINS: `${pages.origin},${tabs.origin}`, SPEECH: 'espeak' }));
  const openApp = useApp(() => ({ ALLOWED_ORIGINS: pages.origin }));
  const closedApp = useApp();
  const browser = useBrowser();

  test.each(['apollo', 'urql'] as const)('reads, changes and follows with %s and its defaults', async (client) => {
    const { page, complaints } = await browser.visit(pages.origin);
    expect(await drive(page, client, app.base, key)).toEqual({ read: 'Made in a browser', received: 'deck.created' });
    expect(complaints).toEqual([]);
  });

  test('has one stream for eight tabs, each of which is given each event once, also when the tab of the stream is closed', async () => {
    const opened: Page[] = [];
    const streaming: Page[] = [];
    for (let count = 0; count < 8; count += 1) {
      const { page } = await browser.visit(tabs.origin);
      opened.push(page);
      page.on('request', (request) => {
        const isStream = request.url().includes('/api/events/stream') && request.method() === 'GET';
        if (isStream) streaming.push(page);
      });
      const follow = `followTogether('${app.base}', '${key}', 'types=tab.*', ({ type }) => heard.push(type))`;
      await page.evaluate(`globalThis.heard = []; ${follow}.then(() => undefined)`);
    }
    await eventually(() => streaming.length === 1);
    const publish = (type: string) => app.rest.post('/api/events', { type, data: {} });
    const receivedIn = (among: readonly Page[]) => Promise.all(among.map((page) => page.evaluate<string[]>('heard')));
    const all = async (among: readonly Page[], types: string) =>
      (await receivedIn(among)).every((received) => received.join() === types);
    await publish('tab.first');
    await eventually(() => all(opened, 'tab.first'), { what: 'the first event in each tab' });
    expect(streaming.length).toBe(1);
    await streaming[0]?.close();
    const left = opened.filter((page) => page !== streaming[0]);
    await publish('tab.second');
    await eventually(() => all(left, 'tab.first,tab.second'), { what: 'the second event in the other tabs' });
    expect(streaming.length).toBe(2);
  }, 60_000);

  test('reads the headers of REST that clients need', async () => {
    await createDeck(app.rest);
    const { page, complaints } = await browser.visit(pages.origin);
    expect(await drive(page, 'headers', app.base, key)).toEqual({
      location: expect.stringMatching(/^\/api\/decks\//),
      version: '"1"',
      newVersion: '"2"',
      link: expect.stringContaining('rel="next"'),
    });
    expect(complaints).toEqual([]);
  });

  test('follows events by EventSource where no key is asked for', async () => {
    const { page, complaints } = await browser.visit(pages.origin);
    expect(await drive(page, 'eventSource', openApp.base)).toBe('browser.heard');
    expect(complaints).toEqual([]);
  });

  test('follows events by EventSource and a link where a key is asked for', async () => {
    const { page, complaints } = await browser.visit(pages.origin);
    expect(await drive(page, 'eventSource', app.base, key)).toBe('browser.heard');
    expect(complaints).toEqual([]);
  });

  test('plays audio by its signed link, and follows no events without a link where a key is asked for', async () => {
    const { page } = await browser.visit(pages.origin);
    const link = await spokenAudio(app);
    expect(await drive(page, 'play', app.base + link)).toBeGreaterThan(0.1);
    await drive(page, 'follow', `${app.base}/api/events/stream`);
    await eventually(async () => (await drive(page, 'followed')).state === 'closed');
  });

  test('is refused in every API when it is not listed', async () => {
    const { page } = await browser.visit(pages.origin);
    expect(await drive(page, 'refusals', closedApp.base)).toEqual(['TypeError', 'refused', 'refused']);
  });
});
