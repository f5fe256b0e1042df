import { beforeAll, describe, expect, test } from '@jest/globals';
import { createDeck, createFaq, createSlide } from '../helpers/factories.ts';
import { limitedKey } from '../kit/rights/sight/limited-key.ts';
import { dataUrl, png } from '../helpers/png.ts';
import { useApp } from '../helpers/test-app.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey });
const headers = { authorization: `Bearer ${apiKey}` };
let deckId: string;
let slideId: string;

beforeAll(async () => {
  deckId = (await createDeck(app.rest)).id;
  slideId = (await createSlide(app.rest, deckId)).id;
  await createFaq(app.rest, deckId);
});

const get = (path: string, tag?: string, method = 'GET'): Promise<Response> =>
  fetch(app.base + path, { method, headers: { ...headers, ...(tag === undefined ? {} : { 'if-none-match': tag }) } });
const query = (): string => encodeURIComponent(`{ deck(id: "${deckId}") { name slides { title } } }`);

/** Answers that change with a slide of the deck. */
const paths: Readonly<Record<string, () => string>> = {
  'a deck': () => `/api/decks/${deckId}`,
  'a slide': () => `/api/slides/${slideId}`,
  'the slides of a deck': () => `/api/decks/${deckId}/slides`,
  'a page of decks': () => '/api/decks?limit=10',
  'a query by GET': () => `/graphql?query=${query()}`,
};

describe.each(Object.entries(paths))('the answer to a GET of %s', (_, path) => {
  test('is 304 without a body for a client that has it, in every form of If-None-Match', async () => {
    const first = await get(path());
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^".+"$/)]);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await get(path(), known);
      expect([known, answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([known, 304, tag, '']);
    }
    expect((await get(path(), tag, 'HEAD')).status).toBe(304);
    for (const other of ['"other"', 'other', '']) expect((await get(path(), other)).status).toBe(200);
  });

  test('is whole after a change', async () => {
    const tag = (await get(path())).headers.get('etag') ?? '';
    await app.rest.put(`/api/slides/${slideId}`, { title: `After ${tag}` });
    const changed = await get(path(), tag);
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
  });
});

test('a slide whose link is signed anew is whole for a client that has its version', async () => {
  const { id } = await createSlide(app.rest, deckId, { audioUrl: `/api/audio/${'a'.repeat(64)}.mp3` });
  const first = await get(`/api/slides/${id}`);
  expect(first.headers.get('etag')).toBe('"1"');
  expect(await (await get(`/api/slides/${id}`, '"1"')).text()).toBe(await first.text());
});

test('a deck whose logo is signed anew is whole for a client that has its version, first and when it is kept', async () => {
  const { id } = await createDeck(app.rest, { brand: { logo: dataUrl(png(2, 2)) } });
  for (const repeated of [1, 2, 3]) {
    const answer = await get(`/api/decks/${id}`, '"1"');
    const text = await answer.text();
    expect([repeated, answer.status, text]).toEqual([repeated, 200, expect.stringContaining('signature=')]);
  }
});

test('a deck that is kept is answered by the read of its version, with which nobody sees more than before', async () => {
  const { id } = await createDeck(app.rest, { description: 'Kept' });
  const shown = await (await get(`/api/decks/${id}`)).text();
  app.database.statements.splice(0);
  expect(await (await get(`/api/decks/${id}`)).text()).toBe(shown);
  const reads = app.database.statements.filter((statement) => statement.includes('from "deck"'));
  expect(reads).toEqual([expect.not.stringContaining('"description"')]);
  const limited = await limitedKey(app, [deckId]);
  expect((await fetch(`${app.base}/api/decks/${id}`, { headers: { authorization: limited } })).status).toBe(404);
});

test('an error, a health check and a query by POST have no ETag', async () => {
  const post = await fetch(`${app.base}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'if-none-match': '*' },
    body: JSON.stringify({ query: '{ __typename }' }),
  });
  const answers = [post, await get('/api/decks/none', '*'), await get('/healthz', '*')];
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200]);
  for (const answer of answers) expect(answer.headers.get('etag')).toBeNull();
});
