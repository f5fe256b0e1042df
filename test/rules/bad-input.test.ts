import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { ProblemAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../helpers/factories.ts';
import { MainThreadWatch } from '../helpers/main-thread-watch.ts';
import { useApp } from '../helpers/test-app.ts';
import { Contracts } from '../contracts/contracts.ts';
import { badInputs } from './bad-input.cases.ts';
import { apis, type Apis, type World } from './bad-input.apis.ts';
import { largeInputs } from './bad-input.large.ts';

const app = useApp();
const contracts = new Contracts(app);
const statusByCode: Record<string, number> = {
  INVALID_INPUT: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  CURSOR_EXPIRED: 410,
  UNPROCESSABLE: 422,
};
const codeByStatus: Record<number, string> = {
  400: 'INVALID_INPUT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};
const world = {} as World;

beforeAll(async () => {
  const deck = await createDeck(app.rest);
  const slide = await createSlide(app.rest, deck.id);
  world.deckId = deck.id;
  world.slideId = slide.id;
  world.slideKey = slide.slideId;
  world.fullDeckId = await fullDeck();
  world.faqId = (await createFaq(app.rest, deck.id)).id;
  const [draft, sent] = [await contracts.in('draft'), await contracts.in('sent')];
  Object.assign(world, { draftId: draft.id, sentId: sent.id, sentHash: sent.documentHash });
  world.presentationId = (await createPresentation(app.rest, deck.id)).id;
  world.consoleId = (await createSubscription(app.rest)).id;
  const webhook = { channel: 'webhook', channelConfig: { url: 'http://127.0.0.1:9/' } };
  world.webhookId = (await createSubscription(app.rest, webhook)).id;
});

const cases = Object.entries(badInputs).flatMap(([name, refusals]) =>
  refusals.map(([kind, change, pointer, unusual = {}]) => ({
    title: `${name} refuses ${kind}`,
    api: apis[name as keyof typeof apis] as Apis,
    change,
    pointer,
    code: unusual.code ?? 'INVALID_INPUT',
    id: unusual.id,
  })),
);

describe('bad input through both APIs', () => {
  test.each(cases)('$title', async ({ api, change, pointer, code, id = api.id }) => {
    const status = statusByCode[code];
    const body = { ...api.good, ...(typeof change === 'function' ? change(world) : change) };
    const named = typeof id === 'function' ? id(world) : id;
    const before = await app.rowCounts();

    const rest = await app.rest.send(api.method, api.path(encodeURIComponent(named)), body);
    expect(rest).toMatchObject({ status, body: { code, status } });
    expect(rest.headers.get('content-type')).toBe('application/problem+json');
    expect(firstPointer(rest.body)).toBe(pointer);

    const variables = api.mutation.includes('$input:') ? { input: camelCased(body) } : camelCased(body);
    const twin = await app.graphql.send<object | null>(api.mutation, { id: named, ...variables });
    for (const result of Object.values(twin.data ?? {})) expect(result).toBeNull();
    expect(twin.errors).toMatchObject([{ extensions: { code, problem: { code, status } } }]);
    expect(firstPointer(twin.errors?.[0]?.extensions.problem)).toBe(pointer === null ? null : camel(pointer));

    expect(twin.errors?.[0]?.extensions.problem.errors[0]?.code).toBe(rest.body.errors[0]?.code);

    expect(await app.rowCounts()).toEqual(before);
  });
});

describe('input that is long to read', () => {
  test.each(largeInputs)('$kind is refused, and nobody else waits for it', async ({ rest, graphql }) => {
    const thread = new MainThreadWatch();
    if (rest !== undefined) {
      const { status, body } = await app.rest.send(rest.method, rest.path(world), rest.body);
      expect([status, firstPointer(body)]).toEqual([400, rest.pointer]);
    }
    if (graphql !== undefined) {
      const { errors } = await app.graphql.send(graphql.query, graphql.variables(world));
      expect([errors?.length, firstPointer(errors?.[0]?.extensions.problem)]).toEqual([1, graphql.pointer]);
    }
    expect((await app.rest.get('/healthz')).status).toBe(200);
    // This process is the client as well: the limit is far above what is usual.
    expect(Math.max(...thread.end().waitsMs)).toBeLessThan(1_000);
  });

  test('all faults of an input are reported when it is small, the first when it is large', async () => {
    const faults = async (bullets: unknown[]): Promise<number> => {
      const { body } = await app.rest.put(`/api/slides/${world.slideId}`, { title: '', orderIndex: -1, bullets });
      return body.errors.length;
    };
    expect(await faults(['x'.repeat(1_001)])).toBe(3);
    expect(await faults(['x'.repeat(20_000)])).toBe(1);
  });

  test('of many wrong variables 20 are reported, and that there are more', async () => {
    const query = 'query ($types: [String!]) { events(types: $types) { nodes { id } } }';
    const refusalOf = async (count: number): Promise<[reported: number | undefined, detail: string | undefined]> => {
      const problem = (await app.graphql.send(query, { types: Array(count).fill(1) })).errors?.[0]?.extensions.problem;
      return [problem?.errors.length, problem?.detail];
    };
    expect(await refusalOf(2)).toEqual([2, 'types.0 must be a valid String. (and 1 more)']);
    expect(await refusalOf(1_000)).toEqual([20, 'types.0 must be a valid String. (and at least 20 more)']);
  });
});

interface Schema {
  properties: object;
  required?: string[];
}

/** A body with null for every field that may be absent. */
async function nulls(input: string): Promise<Record<string, null>> {
  const { body } = await app.rest.get<{ components: { schemas: Record<string, Schema> } }>('/api/openapi.json');
  const { properties, required = [] } = body.components.schemas[input] as Schema;
  const optional = Object.keys(properties).filter((field) => !required.includes(field));
  return Object.fromEntries(optional.map((field) => [field, null]));
}

const ofOne = /"(id|slideId|orderIndex|createdAt|updatedAt|cursor|timestamp|playerUrl)":("[^"]*"|\d+)/g;

describe('null for what may be absent', () => {
  test.each([
    ['createDeck', 'CreateDeckInput'],
    ['createSlide', 'CreateSlideInput'],
    ['createFaq', 'CreateFaqInput'],
    ['createPresentation', 'CreatePresentationInput'],
    ['previewPresentation', 'CreatePresentationInput'],
    ['createSubscription', 'CreateSubscriptionInput'],
    ['publishEvent', 'PublishEventInput'],
    ['tryFilter', 'TryFilterInput'],
  ] as const)('%s is as good as leaving it out', async (name, input) => {
    const { method, path, mutation, id, good } = apis[name] as Apis;
    let made = 0;
    const fresh = (): object => ({ ...good, ...(name === 'createSlide' ? { slideId: `null-${(made += 1)}` } : {}) });
    const send = async (body: object): Promise<string> => {
      const answer = await app.rest.send(method, path(id(world)), body);
      return JSON.stringify([answer.status, answer.body]).replaceAll(ofOne, '');
    };
    const empty = await nulls(input);
    const plain = await send(fresh());
    expect(plain).toMatch(/^\[20[01],/);
    expect(await send({ ...fresh(), ...empty })).toBe(plain);
    const body = camelCased({ ...fresh(), ...empty });
    await app.graphql.data(mutation, { id: id(world), ...(mutation.includes('$input:') ? { input: body } : body) });
  });

  test.each([
    ['updateDeck', 'UpdateDeckInput', ['name', 'currency', 'defaultLanguage', 'isEngagementTracked']],
    ['updateSlide', 'UpdateSlideInput', ['title', 'narrationScript', 'orderIndex', 'slideType']],
    ['updateFaq', 'UpdateFaqInput', ['userQuestion', 'cannedAnswer']],
    ['updateSubscription', 'UpdateSubscriptionInput', ['name', 'eventType', 'channel', 'channelConfig', 'isActive']],
  ] as const)('%s clears what may be empty and leaves the rest as it is', async (name, input, kept) => {
    const { path, mutation, id } = apis[name];
    const read = async (): Promise<Record<string, unknown>> => {
      const { body } = await app.rest.get<Record<string, Record<string, unknown>>>(path(id(world)));
      return Object.values(body).find((it) => typeof it === 'object' && name !== 'updateSubscription') ?? body;
    };
    const before = await read();
    const empty = await nulls(input);
    expect(Object.keys(empty)).toEqual(expect.arrayContaining([...kept]));
    expect((await app.rest.put(path(id(world)), empty)).status).toBe(200);
    await app.graphql.data(mutation, { id: id(world), input: empty });
    const after = await read();
    for (const field of kept) expect([field, after[field]]).toEqual([field, before[field]]);
    const cleared = Object.keys(empty).filter((field) => field in after && !kept.includes(field as never));
    for (const field of cleared) expect([null, [], {}]).toContainEqual(after[field]);
  });
});

test('null for a setting of the console is its default', async () => {
  const channelConfig = { level: null, format: null, prefix: null };
  const { id, name } = await createSubscription(app.rest, { channelConfig });
  await app.rest.post(`/api/notifications/subscriptions/${id}/test`);
  const line = await eventually(() => app.console.find((it) => it.includes(name)));
  expect(JSON.parse(line)).toEqual({ level: 'info', subscription: name, event: expect.anything() });
});

/** Bodies that only bytes can spell: each is sent to a REST endpoint and to GraphQL. */
const json = { 'content-type': 'application/json' };
const rawBodies: [kind: string, status: number, body: string | Buffer, headers: Record<string, string>][] = [
  ['no body', 400, '', json],
  ['half a JSON text', 400, '{"name": "a', json],
  ['two JSON texts', 400, '{} {}', json],
  ['a byte order mark in the middle', 400, '{\ufeff}', json],
  ['invalid UTF-8', 400, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), json],
  ['UTF-16', 400, Buffer.from('{"name":"a"}', 'utf16le'), json],
  ['a list', 400, '[]', json],
  ['a list of objects', 400, '[{"name":"a"}]', json],
  ['a text', 400, '"a"', json],
  ['a number', 400, '1', json],
  ['null', 400, 'null', json],
  ['a number beyond a double', 400, '{"name":"a","variables":{"a":1e999}}', json],
  ['JSON nested 100,000 deep', 400, '['.repeat(100_000), json],
  ['no content type', 415, Buffer.from('{"name":"a"}'), {}],
  ['a form', 415, 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', 415, '{"name":"a"}', { 'content-type': 'text/plain' }],
  ['another charset', 415, '{"name":"a"}', { 'content-type': 'application/json; charset=latin1' }],
  ['a compressed body', 415, gzipSync('{"name":"a"}'), { ...json, 'content-encoding': 'gzip' }],
  ['1 MiB and one byte', 413, `{"name":"${'a'.repeat(1_048_576 - 10)}"}`, json],
];

describe.each(['/api/decks', '/graphql'])('bytes sent to %s', (path) => {
  test.each(rawBodies)('%s is refused with %i', async (_kind, status, body, headers) => {
    const before = (await app.rowCounts())['deck'];
    const response = await fetch(`${app.base}${path}`, { method: 'POST', headers, body });
    const answer = (await response.json()) as ProblemAnswer & { errors: [{ extensions: { problem: ProblemAnswer } }] };
    const problem = path === '/graphql' ? answer.errors[0].extensions.problem : answer;
    expect([response.status, problem.status]).toEqual([status, status]);
    expect(problem.code).toBe(codeByStatus[status]);
    // Deliveries of earlier tests may end meanwhile and record events.
    expect((await app.rowCounts())['deck']).toBe(before);
  });

  test('nothing breaks when a body of 20 MiB is refused before it is sent', async () => {
    for (let round = 0; round < 8; round += 1) {
      const body = Buffer.alloc(20 * 1_048_576, ' ');
      const response = await fetch(`${app.base}${path}`, { method: 'POST', headers: json, body });
      await response.text();
      expect(response.status).toBe(413);
    }
  });
});

const enumValues = new Set(['webhook', 'email', 'console', 'good', 'better', 'best', 'us_ftc_cooling_off']);

function firstPointer(problem: ProblemAnswer | undefined): string | null {
  return problem?.errors[0]?.pointer ?? null;
}

/** A REST body as a GraphQL input: other names in presentations, other spelling of enums. */
function camelCased(body: Record<string, unknown>): object {
  const isEnum = (key: string, value: unknown): boolean =>
    ['channel', 'tier', 'rule'].includes(key) && enumValues.has(value as string);
  return JSON.parse(JSON.stringify(body).replaceAll(/"\w+":/g, camel), (key, value: unknown) =>
    isEnum(key, value) ? String(value).toUpperCase() : value,
  ) as object;
}

function camel(text: string): string {
  return text.replaceAll(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A deck with as many slides as a deck may have, copied in the database: adding them one by one takes long. */
async function fullDeck(): Promise<string> {
  const { id } = await createDeck(app.rest);
  const slide = await createSlide(app.rest, id);
  await sql`insert into slide
    select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'slide_id', 'copy-' || n))).*
    from slide s, generate_series(2, 500) n where s.id = ${slide.id}`.execute(app.database.connection.kysely);
  return id;
}
