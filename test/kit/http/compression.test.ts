import { beforeAll, describe, expect, test } from '@jest/globals';
import { Compressor, lastingText } from '../../../src/kit/http/compression/compressor.ts';
import type { DeckAnswer } from '../../helpers/answers.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { type RawAnswer, rawAnswer } from '../../helpers/raw-answer.ts';
import { useApp } from '../../helpers/test-app.ts';

const authorization = 'Bearer a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: authorization.slice(7), ROLES: 'web' });
/** Longer than what is sent as it is. */
const long = 'We look at the roof together. '.repeat(100);
const browser = 'gzip, deflate, br, zstd';

let deck: DeckAnswer;
let slide = '';

beforeAll(async () => {
  deck = await createDeck(app.rest);
  slide = `/api/slides/${(await createSlide(app.rest, deck.id, { narrationScript: long })).id}`;
});

function get(path: string, accepted?: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const codings = accepted === undefined ? {} : { 'accept-encoding': accepted };
  return rawAnswer(app.base + path, { authorization, ...codings, ...headers });
}

function ask(query: string, accepted = browser): Promise<RawAnswer> {
  return rawAnswer(
    `${app.base}/graphql`,
    { authorization, 'accept-encoding': accepted },
    { method: 'POST', body: { query } },
  );
}

describe('an answer of more than 1 kB', () => {
  test.each([
    ['gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br', 'br'],
    [browser, 'zstd'],
    ['zstd;q=0.5, br;q=0.1, gzip', 'gzip'],
    ['*', 'zstd'],
    ['zstd;q=0, *', 'br'],
  ])('is compressed for a client that accepts %s by %s', async (accepted, coding) => {
    const plain = await get(slide);
    const answer = await get(slide, accepted);
    expect([answer.status, answer.headers['content-encoding'], answer.text]).toEqual([200, coding, plain.text]);
    expect(answer.headers.vary).toContain('Accept-Encoding');
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
    expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 4);
  });

  test.each([undefined, '', 'identity', 'deflate', 'br;q=0', 'gzip;q=0.2, identity', 'compress, x-any'])(
    'is sent as it is to a client that accepts %s, and says that others get another one',
    async (accepted) => {
      const { headers, text } = await get(slide, accepted);
      expect([headers['content-encoding'], headers.vary]).toEqual([undefined, expect.stringContaining('Accept-Enc')]);
      expect(JSON.parse(text)).toMatchObject({ slide: { narrationScript: long } });
    },
  );

  test('of GraphQL is compressed as well, with results and with errors', async () => {
    const result = await ask(`{ deck(id: "${deck.id}") { slides { narrationScript } } }`);
    expect(result.headers['content-encoding']).toBe('zstd');
    expect(JSON.parse(result.text)).toMatchObject({ data: { deck: { slides: [{ narrationScript: long }] } } });
    const faults = await ask(`{ ${Array.from({ length: 20 }, (_, n) => `unknown${n}`).join(' ')} }`, 'br');
    expect([faults.status, faults.headers['content-encoding']]).toEqual([400, 'br']);
    expect(faults.text).toContain('unknown19');
  });

  test('to HEAD has the headers of GET', async () => {
    const headers = { authorization, 'accept-encoding': 'br' };
    const head = await rawAnswer(app.base + slide, headers, { method: 'HEAD' });
    const whole = await get(slide, 'br');
    const names = ['content-encoding', 'content-length', 'etag', 'vary'];
    expect(names.map((name) => head.headers[name])).toEqual(names.map((name) => whole.headers[name]));
    expect(head.bytes.length).toBe(0);
  });
});

describe('as they are go', () => {
  test('short answers, which say nothing of codings', async () => {
    const { headers } = await get(`/api/decks/${deck.id}`, browser);
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Origin']);
  });

  test('streams of events, to clients that take no gzip', async () => {
    const stream = await EventStream.open(`${app.base}/api/events/stream`, {
      authorization,
      'accept-encoding': 'br, zstd',
    });
    expect(stream.answer.headers['content-encoding']).toBeUndefined();
    stream.close();
  });

  test('answers with the link of a homeowner, in each API and under each name', async () => {
    const { id } = await createPresentation(app.rest, deck.id);
    const rest = await get(`/api/presentations/${id}`, browser);
    expect([rest.headers['content-encoding'], rest.text]).toEqual([undefined, expect.stringContaining('/p/pl_')]);
    const asked = (field: string): string => `{ presentation(id: "${id}") { ${field} slides { narrationScript } } }`;
    expect((await ask(asked('image: playerUrl'))).headers['content-encoding']).toBeUndefined();
    expect((await ask(asked('id'))).headers['content-encoding']).toBe('zstd');
  });

  test('answers with a new key', async () => {
    const body = { name: 'CRM', scopes: ['decks:read'], note: undefined };
    const made = await rawAnswer(
      `${app.base}/api/keys`,
      { authorization, 'accept-encoding': browser },
      { method: 'POST', body },
    );
    expect([made.status, made.headers['content-encoding']]).toEqual([201, undefined]);
  });
});

describe('the ETag of a compressed answer', () => {
  test('differs from that of the plain one, and both name the same version', async () => {
    const tags = await Promise.all(
      [undefined, 'gzip', 'br', 'zstd'].map(async (accepted) => (await get(slide, accepted)).headers.etag ?? ''),
    );
    expect(tags).toEqual(['"1"', '"1-gzip"', '"1-br"', '"1-zstd"']);
    for (const [at, tag] of tags.entries()) {
      const title = `Changed ${at}`;
      const change = (named: string) => app.rest.put(slide, { title }, { 'if-match': named });
      // Each time with the version that it has by now.
      expect((await change(tag.replace('1', String(at + 1)))).status).toBe(200);
      expect((await change(tag)).status).toBe(412);
    }
  });

  test('of the OpenAPI document is answered 304 in each form', async () => {
    const plain = await get('/api/openapi.json');
    const small = await get('/api/openapi.json', browser);
    expect(small.text).toBe(plain.text);
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 10);
    const { etag: tag = '' } = plain.headers;
    expect(small.headers.etag).toBe(tag.replace(/"$/, '-zstd"'));
    for (const known of [tag, small.headers.etag ?? '', `"other", W/${tag}`, tag.replace(/"$/, '-br"')]) {
      const { status, headers, bytes } = await get('/api/openapi.json', browser, { 'if-none-match': known });
      const own = known.startsWith('"other"') ? tag : known;
      expect([status, headers.etag, headers.vary, bytes.length]).toEqual([304, own, 'Origin, Accept-Encoding', 0]);
    }
    expect((await get('/api/openapi.json', browser, { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

test.each([
  ['a slide', () => slide],
  ['the slides of a deck', () => `/api/decks/${deck.id}/slides`],
  ['a query by GET', () => `/graphql?query={deck(id:"${deck.id}"){slides{narrationScript}}}`],
])('a client that has %s compressed is answered 304', async (_, path) => {
  const { etag = '' } = (await get(path(), 'br')).headers;
  expect(etag).toMatch(/-br"$/);
  const { status, headers } = await get(path(), 'br', { 'if-none-match': etag });
  expect([status, headers.etag]).toEqual([304, etag]);
});

describe('the files of pages', () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('are sent to who accepts %s as the build has compressed them', async (accepted, coding) => {
    const [file = ''] = /\/assets\/[\w.-]+\.js/.exec((await get('/p/pl_any')).text) ?? [];
    const { headers, text } = await get(file, accepted);
    expect([headers['content-encoding'], headers['content-type'], text]).toEqual([
      coding,
      'text/javascript; charset=utf-8',
      (await get(file)).text,
    ]);
    expect(headers.vary).toContain('Accept-Encoding');
  });
});

describe('a compressor', () => {
  test('takes at most 32 MiB at a time', async () => {
    const compressor = new Compressor();
    const bytes = Buffer.alloc(8_388_608);
    const asked = Array.from({ length: 5 }, () => compressor.compress(bytes, 'zstd'));
    expect(await compressor.compress(bytes, 'zstd')).toBeNull();
    const made = await Promise.all(asked);
    expect(made.map((one) => one !== null)).toEqual([true, true, true, true, false]);
    expect(await compressor.compress(bytes, 'zstd')).not.toBeNull();
  });

  test('compresses a lasting text once', async () => {
    const compressor = new Compressor();
    const bytes = lastingText(long);
    const [one, other] = await Promise.all([compressor.compress(bytes, 'br'), compressor.compress(bytes, 'br')]);
    expect(one).toBe(other);
    expect(await compressor.compress(bytes, 'gzip')).not.toBe(one);
  });
});
