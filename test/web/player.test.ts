import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { useApp } from '../helpers/test-app.ts';
import { bulletStarts, lastNamed, piecesOf, slideTrack, wordAt } from '../../src/web/story/track.ts';
import { amountText } from '../../src/web/words/amounts.ts';
import { directionOf } from '../../src/web/words/language.ts';
import { wordsFor } from '../../src/web/words/words.ts';

const timings = 'We look at the roof, and then at the Better roof.'
  .split(' ')
  .map((word, index) => ({ word, startTime: index, endTime: index + 0.5 }));

describe('the page of a link', () => {
  const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters', GRAPHIQL: 'off', LOG_LEVEL: 'info' });

  test('is served for each token without a credential, by a policy of its own, though GraphiQL is off', async () => {
    const response = await fetch(`${app.base}/p/pl_secret`);
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /script-src 'nonce-([\w-]{24})'/.exec(policy) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe/);
    expect(await response.text()).toContain(`nonce="${nonce}"`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(app.log.join('')).not.toContain('pl_secret');
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain('trusted-types deckcast-worker');
    expect((await fetch(`${app.base}/p/pl_secret`)).headers.get('content-security-policy')).not.toBe(policy);
    expect((await fetch(`${app.base}/graphql`, { headers: { Accept: 'text/html' } })).status).not.toBe(200);
  });

  test('and all other pages have files of which each is served', async () => {
    const assets = readdirSync(path.join(import.meta.dirname, '..', '..', 'dist/web/assets'));
    const missing: string[] = [];
    for (const name of assets) {
      const { status, body } = await fetch(`${app.base}/assets/${name}`, { method: 'HEAD' });
      await body?.cancel();
      if (status !== 200) missing.push(name);
    }
    expect(assets.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  test('has a worker for links alone, which loads what pages name and runs nothing else', async () => {
    const { status, headers } = await fetch(`${app.base}/offline/worker.js`);
    expect([status, headers.get('service-worker-allowed'), headers.get('cache-control')]).toEqual([
      200,
      '/p/',
      'no-cache',
    ]);
    expect(headers.get('content-type')).toContain('javascript');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self' https:");
  });

  test('says whether the browser shows a session', async () => {
    const key = { authorization: 'Bearer a-key-of-more-than-16-characters' };
    const signedIn = await fetch(`${app.base}/api/session`, { method: 'POST', headers: key });
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    const reported = async (headers: Record<string, string>): Promise<string | undefined> => {
      const page = await (await fetch(`${app.base}/p/pl_secret`, { headers })).text();
      return /name="session" content="(\w+)"/.exec(page)?.[1];
    };
    expect([await reported({ cookie }), await reported({ cookie: 'deckcast=other' }), await reported({})]).toEqual([
      'yes',
      'no',
      'no',
    ]);
  });

  test('has at most 45 kB with all that it loads before its first slide', async () => {
    const page = await (await fetch(`${app.base}/p/pl_secret`)).text();
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[\w.-]+)/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(1);
    const folder = path.join(import.meta.dirname, '../../dist/web');
    const texts = [page, ...files.map((file) => readFileSync(path.join(folder, file), 'utf8'))];
    const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
    expect(bytes).toBeLessThanOrEqual(45_000);
  });

  test('does not load the window of the presenter, which is a file of its own', async () => {
    const page = await (await fetch(`${app.base}/p/pl_secret?present`)).text();
    const loaded = [...page.matchAll(/\/assets\/([\w.-]+)/g)].map(([, file = '']) => file);
    const folder = path.join(import.meta.dirname, '../../dist/web/assets');
    const presenting = readdirSync(folder).filter(
      (file) => file.endsWith('.js') && readFileSync(path.join(folder, file), 'utf8').includes('Start presenting'),
    );
    expect(presenting).toHaveLength(1);
    expect(loaded).not.toContain(presenting[0]);
  });
});

describe('an amount', () => {
  test.each([
    ['en', '$11,800'],
    ['de', '11.800\u00A0$'],
    ['ar', '\u2068\u200F11,800\u00A0\u2068US$\u2069\u2069'],
  ])('in %s keeps its currency in one piece', (language, text) => {
    expect(amountText('11800', 'USD', language)).toBe(text);
  });
});

const silent = {
  slideId: 'a',
  narrationScript: '',
  audioUrl: null,
  wordTimings: [],
  language: 'en',
  timing: 'estimated',
} as const;

describe('a track', () => {
  test('of a slide that says nothing is shown for some seconds', () => {
    expect(slideTrack(silent).length).toBe(5);
    expect(slideTrack({ ...silent, narrationScript: 'Two words.' }).timings).toMatchObject([
      { word: 'Two', startTime: 0 },
      { word: 'words' },
    ]);
  });

  test('finds the word of a time', () => {
    const found = [-1, 0, 0.9, 1, 4.2, 100].map((time) => wordAt(timings, time));
    expect(found).toEqual([-1, 0, 0, 1, 4, timings.length - 1]);
    expect(wordAt([], 1)).toBe(-1);
  });

  test('cuts its text where its words are, and shows the words alone where they differ', () => {
    const track = { key: '', language: 'en', audioUrl: null, isPending: false, length: 0, timings };
    const text = 'We look\nat the roof, and then at the Better roof.';
    const pieces = piecesOf({ ...track, text });
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.filter(({ word }) => word !== null)).toHaveLength(timings.length);
    expect(piecesOf({ ...track, text: 'Other words.' }).filter(({ word }) => word !== null)).toHaveLength(
      timings.length,
    );
  });

  test('of a changed script is another', () => {
    const read = { ...silent, narrationScript: 'Two.' };
    expect(slideTrack({ ...read, narrationScript: 'Ten.' }).key).not.toBe(slideTrack(read).key);
  });

  test('shows a bullet from its first word on', () => {
    const spoken = 'First the shingles, later the gutters'
      .split(' ')
      .map((word) => ({ word, startTime: 0, endTime: 0 }));
    expect(bulletStarts(['Shingles and edges', 'Gutters'], spoken)).toEqual([2, 5]);
    expect(bulletStarts(['One', 'Two'], spoken)).toEqual([0, 3]);
  });

  test('names a tier by its whole name, the longest first', () => {
    const spoken = 'Plan-A, or plan B; Good morning, Plan A Plus.'
      .split(' ')
      .map((word) => ({ word, startTime: 0, endTime: 0 }));
    expect(lastNamed(['Plan A', 'Plan B', 'Plan A Plus', 'Good roof'], spoken)).toEqual([0, 0, 1, 1, 1, 1, 2, 2, 2]);
    expect(lastNamed(['Good', 'Better', ''], timings)).toEqual([...Array<number>(9).fill(-1), 1, 1]);
  });
});

test.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['pa-PK', 'rtl'],
  ['pa-IN', 'ltr'],
  ['en', 'ltr'],
])('%s is written %s', (tag, direction) => {
  expect(directionOf(tag)).toBe(direction);
});

test.each([
  ['de-AT', 'de'],
  ['fr', 'en'],
  // What WebKit says where the system has no language.
  ['C', 'en'],
])('%s is answered in %s', (tag, language) => {
  expect(wordsFor(tag).language).toBe(language);
});
