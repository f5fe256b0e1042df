import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import type { DeckAnswer, ProblemAnswer } from '../../helpers/answers.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';

const app = useApp({ API_KEY: 'a-key-of-sixteen-or-more', LOG_LEVEL: 'info' });

/** Who may embed a page, as it is answered to a browser. */
async function ancestorsOf(path: string, destination = 'iframe'): Promise<string> {
  const sent = request(app.base + path, { headers: { 'sec-fetch-dest': destination } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(200);
  return /frame-ancestors ([^;]*)$/.exec(String(response.headers['content-security-policy']))?.[1] ?? '';
}

async function pageOf(deck: object): Promise<{ id: string; path: string }> {
  const { id } = await createDeck(app.rest, deck);
  await createSlide(app.rest, id);
  const { playerUrl } = await createPresentation(app.rest, id);
  return { id, path: playerUrl ?? '' };
}

describe('the page of a link', () => {
  test('may be embedded by the listed origins of its deck, as they are when it is asked for', async () => {
    const embedOrigins = ['https://App.example.com:443', '*.sellers.example', 'http://localhost:5173'];
    const { id, path } = await pageOf({ embedOrigins });
    const spelled = ['https://app.example.com', 'https://*.sellers.example', 'http://localhost:5173'];
    const { body } = await app.rest.get<{ deck: DeckAnswer }>(`/api/decks/${id}`);
    expect(body.deck).toMatchObject({ embedOrigins: spelled });
    expect(await ancestorsOf(path)).toBe(spelled.join(' '));
    expect(await ancestorsOf(path, 'document')).toBe("'none'");
    await app.rest.put(`/api/decks/${id}`, { embedOrigins: null });
    expect(await ancestorsOf(path)).toBe("'none'");
    expect(app.log.join('')).not.toContain(path.slice('/p/pl_'.length));
  });

  test('may be embedded by nobody without a list, or when its link is invalid', async () => {
    expect(await ancestorsOf((await pageOf({})).path)).toBe("'none'");
    const { path } = await pageOf({ embedOrigins: ['https://app.example.com'] });
    expect(await ancestorsOf(`${path.slice(0, -4)}AAAA`)).toBe("'none'");
    expect(await ancestorsOf('/p/pl_secret')).toBe("'none'");
  });

  test.each([
    'app.example.com',
    'https://app.example.com/page',
    'https://a.example;sandbox',
    "https://a.example,'self'",
    '*',
    "'self'",
    'ftp://app.example.com',
  ])('takes no %s for an origin', async (origin) => {
    const { status, body } = await app.rest.post<ProblemAnswer>('/api/decks', { name: 'Roof', embedOrigins: [origin] });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { pointer: '/embedOrigins/0', detail: expect.stringContaining('an origin such') },
    ]);
  });
});

test('pages of all origins may load the script that embeds', async () => {
  const response = await fetch(`${app.base}/embed/player.js`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/javascript/);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('cache-control')).toBe('max-age=3600');
});
