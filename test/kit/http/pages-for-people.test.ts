import { describe, expect, test } from '@jest/globals';
import { useApp } from '../../helpers/test-app.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey });

/** As browsers send it when somebody opens an address. */
const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const withKey = { authorization: `Bearer ${apiKey}` };

const open = (path: string, headers: Record<string, string> = asBrowser): Promise<Response> =>
  fetch(app.base + path, { headers });

describe('the start page', () => {
  test('is a page for browsers, whose scripts and styles are those of its nonce alone', async () => {
    const answer = await open('/');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? '';
    expect(policy).toContain("default-src 'none'");
    const html = await answer.text();
    const named = [...html.matchAll(/<(script|link rel="stylesheet")[^>]*>/g)].map(([tag]) => tag);
    expect(named.length).toBeGreaterThan(1);
    for (const tag of named) expect(tag).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/_OF_THE_/);
  });

  test('is JSON for programs, whose links lead somewhere', async () => {
    const answer = await fetch(`${app.base}/`);
    const { service } = (await answer.json()) as { service: { name: string; links: Record<string, string> } };
    expect([answer.status, service.name]).toEqual([200, 'Deckcast']);
    for (const link of Object.values(service.links)) {
      const url = link === '/graphql' ? `${link}?query={__typename}` : link;
      const linked = await fetch(app.base + url, { headers: { ...withKey, 'apollo-require-preflight': 'yes' } });
      expect([link, linked.status]).toEqual([link, 200]);
      await linked.body?.cancel();
    }
  });
});

describe('a refusal', () => {
  test.each([
    ['/nowhere', 401, 'This needs a key', {}],
    ['/nowhere', 404, 'There is nothing here', withKey],
    ['/api/decks/01900000-0000-7000-8000-00000000dead', 404, 'There is nothing here', withKey],
    ['/api/decks/nothing', 400, 'The request is not valid', withKey],
    ['/api/decks', 401, 'This needs a key', {}],
    ['/api/keys', 401, 'This needs a key', { authorization: 'Bearer wrong' }],
  ])(
    'of %s with %d is a page in plain words for browsers, and a problem for others',
    async (path, status, title, key) => {
      const page = await open(path, { ...asBrowser, ...key });
      expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
      expect(page.headers.get('cache-control')).toBe('no-store');
      const html = await page.text();
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html).toContain('href="/"');
      expect(html).toContain(page.headers.get('x-request-id'));
      expect(html).not.toMatch(/_OF_THE_/);
      const problem = await open(path, key);
      expect([problem.status, problem.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    },
  );

  test('writes what was requested as text', async () => {
    const page = await open(`/api/decks/%3Cscript%3Ealert(1)%3C%2Fscript%3E&"'?limit=<b>`, {
      ...asBrowser,
      ...withKey,
    });
    const html = await page.text();
    expect(page.status).toBeGreaterThanOrEqual(400);
    expect(html).not.toMatch(/<script|<b>/);
  });

  test('of a changing request is a problem for browsers too', async () => {
    const answer = await fetch(`${app.base}/api/decks`, { method: 'POST', headers: { ...asBrowser, ...withKey } });
    expect(answer.headers.get('content-type')).toMatch('application/problem+json');
  });
});

test('browsers find an icon', async () => {
  const answer = await open('/favicon.ico', { accept: 'image/*' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(new Uint8Array(await answer.arrayBuffer()).slice(1, 4)).toEqual(new TextEncoder().encode('PNG'));
});
