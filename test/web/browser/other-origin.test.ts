import path from 'node:path';
import { expect, test } from '@jest/globals';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { drive } from './drive.ts';
import { spokenAudio } from './spoken-audio.ts';

const key = 'a-key-of-more-than-16-characters';

describeInBrowser('a page on another origin', () => {
  const pages = useServer(new PageServer(path.join(import.meta.dirname, 'page/page.ts')));
  const app = useApp(() => ({ API_KEY: key, ALLOWED_ORIGINS: pages.origin, SPEECH: 'espeak' }));
  const openApp = useApp(() => ({ ALLOWED_ORIGINS: pages.origin }));
  const closedApp = useApp();
  const browser = useBrowser();

  test.each(['apollo', 'urql'] as const)('reads, changes and follows with %s and its defaults', async (client) => {
    const { page, complaints } = await browser.visit(pages.origin);
    expect(await drive(page, client, app.base, key)).toEqual({ read: 'Made in a browser', heard: 'deck.created' });
    expect(complaints).toEqual([]);
  });

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

  test('is refused at every door when it is not listed', async () => {
    const { page } = await browser.visit(pages.origin);
    expect(await drive(page, 'refusals', closedApp.base)).toEqual(['TypeError', 'refused', 'refused']);
  });
});
