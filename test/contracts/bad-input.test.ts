import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { ProblemAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { Contracts } from '../modules/contracts/contracts.ts';
import { badInputs } from './bad-input.cases.ts';
import { doors, type Doors, type World } from './bad-input.doors.ts';

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
    door: doors[name as keyof typeof doors] as Doors,
    change,
    pointer,
    code: unusual.code ?? 'INVALID_INPUT',
    id: unusual.id,
  })),
);

describe('bad input through both doors', () => {
  test.each(cases)('$title', async ({ door, change, pointer, code, id = door.id }) => {
    const status = statusByCode[code];
    const body = { ...door.good, ...(typeof change === 'function' ? change(world) : change) };
    const named = typeof id === 'function' ? id(world) : id;
    const before = await app.rowCounts();

    const rest = await app.rest.send(door.method, door.path(encodeURIComponent(named)), body);
    expect(rest).toMatchObject({ status, body: { code, status } });
    expect(rest.headers.get('content-type')).toBe('application/problem+json');
    expect(firstPointer(rest.body)).toBe(pointer);

    const variables = door.mutation.includes('$input:') ? { input: camelCased(body) } : camelCased(body);
    const twin = await app.graphql.send(door.mutation, { id: named, ...variables });
    expect(twin.data ?? null).toBeNull();
    expect(twin.errors).toMatchObject([{ extensions: { code, problem: { code, status } } }]);
    expect(firstPointer(twin.errors?.[0]?.extensions.problem)).toBe(pointer === null ? null : camel(pointer));

    expect(twin.errors?.[0]?.extensions.problem.errors[0]?.code).toBe(rest.body.errors[0]?.code);

    expect(await app.rowCounts()).toEqual(before);
  });
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
    const before = await app.rowCounts();
    const response = await fetch(`${app.base}${path}`, { method: 'POST', headers, body });
    const answer = (await response.json()) as ProblemAnswer & { errors: [{ extensions: { problem: ProblemAnswer } }] };
    const problem = path === '/graphql' ? answer.errors[0].extensions.problem : answer;
    expect([response.status, problem.status]).toEqual([status, status]);
    expect(problem.code).toBe(codeByStatus[status]);
    expect(await app.rowCounts()).toEqual(before);
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

const enumValues = new Set(['webhook', 'email', 'console', 'good', 'better', 'best']);

function firstPointer(problem: ProblemAnswer | undefined): string | null {
  return problem?.errors[0]?.pointer ?? null;
}

/** A REST body as a GraphQL input: other names in presentations, other spelling of enums. */
function camelCased(body: Record<string, unknown>): object {
  const input = JSON.parse(camel(JSON.stringify(body))) as Record<string, unknown>;
  const enums = Object.entries(input).filter(
    ([key, value]) => ['channel', 'tier'].includes(key) && enumValues.has(value as string),
  );
  return { ...input, ...Object.fromEntries(enums.map(([key, value]) => [key, String(value).toUpperCase()])) };
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
