import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { GraphQLAnswer } from '../helpers/graphql-client.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../helpers/factories.ts';
import { seeded } from '../helpers/seeded.ts';
import { useApp } from '../helpers/test-app.ts';
import { Contracts } from '../contracts/contracts.ts';
import { apis, type Apis, type World } from './bad-input.apis.ts';

/** Set FUZZ_SEED to repeat a run that failed. */
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));
const rounds = 500;
const app = useApp();
const world = {} as World;
const random = seeded(seed);

/** Texts that have broken something somewhere. */
const texts = [
  '',
  ' ',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  '\u202e\u0007\u001b[31m',
  '👩‍👩‍👧',
  'İı\ufb03',
  "'; drop table deck; --",
  '{{homeowner.first_name}}',
  '{{ a | b: "c" }} {{',
  '{{'.repeat(500),
  '{{constructor.constructor}}{{__proto__}}',
  '<script>alert(1)</script>',
  '%s%n\\u0000',
  'true',
  'null',
  '-0',
  '@1e999',
  'NaN',
  '2026-02-30T25:61:00Z',
  '01900000-0000-7000-8000-00000000000g',
  'x'.repeat(30_000),
  'a\r\nb: c',
  '*',
  'contract.*',
];
/** Texts that fit into a request line. */
const ids = texts.filter((text) => text.isWellFormed() && text.length < 2_000);
const numbers = [-1, 0, -0, 0.1, 1e-320, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, 1.5, 1e6];
const keys = [
  '__proto__',
  'constructor',
  'toString',
  'id',
  'a',
  '',
  'a\0',
  '\ud800',
  'a/b~c',
  'price',
  'adders',
  'url',
];

/** Values that would do, by the name of the field: without them nothing would come past the first check. */
const plausible: Record<string, unknown[]> = {
  title: ['Title', '{{deck.name}}'],
  bullets: [['a', '{{first_name}}'], []],
  wordTimings: [[{ word: 'a', startTime: 0, endTime: 0.5 }], []],
  orderIndex: [0, 7, 2 ** 31 - 1],
  slideType: ['standard', 'product_pricing_v1'],
  productData: [
    { roundTo: 50, good: { price: 1e11 }, better: { pricePerSquare: '9.99' }, best: { adders: [{ amount: 1 }] } },
  ],
  variables: [{ crew: 'Team', count: 7 }],
  currency: ['EUR', 'JPY'],
  defaultLanguage: ['de-DE', 'ar'],
  timeZone: ['America/Denver', 'Pacific/Kiritimati'],
  homeowner: [{ first_name: 'Dana', last_name: 'Whitaker', country: 'US', phone: '+15125550123' }],
  voice_settings: [{ stability: 0.5 }],
  language_settings: [{ language_code: 'fr' }],
  price_inputs: [{ roof_squares: 24.5, system_size_kw: 1e6 }],
  measurement_strategy: ['manual'],
  signerName: ['Dana Whitaker'],
  coSigner: ['Robin Whitaker'],
  signer: ['homeowner', 'co_signer'],
  consent: [true],
  documentHash: ['0'.repeat(64)],
  expiresAt: ['2126-01-31T12:00:00Z'],
  reason: ['Too dear.'],
  missing: ['blank', 'keep', 'error'],
  tier: ['good', 'better'],
  translations: [
    { es_MX: { title: 'T', bullets: [], narrationScript: '{{city}}', productData: { good: { a: 'b' } } } },
    { de: { userQuestion: 'F', cannedAnswer: 'A' }, fr: null },
  ],
  inputs: [[{ homeowner: { first_name: 'Dana', last_name: 'Whitaker' } }, { homeowner: {} }]],
  channel: ['console', 'email', 'webhook'],
  channelConfig: [
    {},
    { url: 'http://127.0.0.1:9/' },
    { toEmails: ['a@example.com'] },
    { level: 'warn', format: 'pretty' },
  ],
  eventType: ['*', 'deck.created', 'a.b.*'],
  isActive: [true, false],
  type: ['contract.signed', 'a.b'],
  data: [{ a: 1 }, {}],
  filter: [
    { 'data.a': { $gte: 1, $not: { $in: [5, null] } } },
    { $or: [{ type: 'a.b' }, { $nor: [{ 'data.a': 1 }] }], 'data.b': { $exists: false } },
  ],
  since: ['2026-01-31T12:00:00Z'],
  until: ['2126-01-31T12:00:00Z'],
  after: ['ZTE6MTox'],
  first: [1, 100],
};

beforeAll(async () => {
  const deck = await createDeck(app.rest);
  const slide = await createSlide(app.rest, deck.id);
  const { id: consoleId } = await createSubscription(app.rest);
  const faqId = (await createFaq(app.rest, deck.id)).id;
  const contracts = new Contracts(app);
  const [draftId, sentId] = [(await contracts.in('draft')).id, (await contracts.in('sent')).id];
  const presentationId = (await createPresentation(app.rest, deck.id)).id;
  const made = { draftId, sentId, deckId: deck.id, slideId: slide.id, faqId, consoleId, presentationId };
  Object.assign(world, made satisfies Partial<World>);
});

describe(`random input (FUZZ_SEED=${seed})`, () => {
  test(`${rounds} requests end below 500, and what was taken can be read`, async () => {
    const fields = await fieldsOfBodies();
    const statuses = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1) {
      const [name, api] = pick(Object.entries(apis)) as [keyof typeof apis, Apis];
      const body = randomBody(api, fields.get(name) ?? []);
      const id = chance(0.9) ? api.id(world) : pick(ids);
      const status = chance(0.5) ? await throughRest(api, id, body) : await throughGraphQL(api, id, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    // Both kinds of answers were seen: the rules let something through, and not everything.
    expect(statuses.get(400)).toBeGreaterThan(rounds / 10);
    expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(rounds / 20);
    await expectReadable();
  }, 120_000);
});

/** The client refuses each answer that OpenAPI does not declare. */
async function throughRest(api: Apis, id: string, body: unknown): Promise<number> {
  const path = api.path(encodeURIComponent(id));
  const { status, body: answer } = await app.rest.send(api.method, path, spelled(body));
  if (status >= 500) throw new Error(`${api.method} ${path} ${spelled(body)}: ${JSON.stringify(answer)}`);
  return status;
}

async function throughGraphQL({ mutation }: Apis, id: string, input: unknown): Promise<number> {
  const isInput = mutation.includes('$input:') || typeof input !== 'object';
  const variables = { id, ...(isInput ? { input } : (input as object)) };
  const text = camelCased(spelled({ query: mutation, variables }));
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${app.base}/graphql`, { method: 'POST', headers, body: text });
  const { errors } = (await response.json()) as GraphQLAnswer<unknown>;
  const status = errors?.[0]?.extensions.problem.status ?? response.status;
  if (status >= 500) throw new Error(`${text}: ${JSON.stringify(errors)}`);
  return status;
}

async function expectReadable(): Promise<void> {
  const deck = `/api/decks/${world.deckId}`;
  const lists = [`${deck}/slides`, `${deck}/faqs`, `${deck}/presentations?limit=200`, '/api/events?limit=200'];
  for (const path of [deck, ...lists, '/api/decks?limit=200', '/api/notifications/subscriptions?limit=200']) {
    expect([path, (await app.rest.get(path)).status]).toEqual([path, 200]);
  }
  const { errors } = await app.graphql.send(
    `query ($id: ID!) {
      deck(id: $id) { name variables slides { title productData { good { name stored } } wordTimings { word } translations { language title } }
        faqs { userQuestion translations { language } } placeholders { name uses { field } } }
      presentations(deckId: $id, first: 200) { nodes { slides { title } pricing { offers { tiers { total totalText } } } drift { isCurrent } } }
      events(first: 200) { nodes { type data: payload deck { name } } }
      subscriptions(first: 200) { nodes { channel channelConfig { ... on WebhookConfig { url headers { name value } } ... on EmailConfig { toEmails fromEmail template { subject body } } } filter } }
    }`,
    { id: world.deckId },
  );
  expect(errors).toBeUndefined();
}

/** Names of the fields of each use case's body, as the server itself tells them. */
async function fieldsOfBodies(): Promise<Map<string, string[]>> {
  const { body } = await app.rest.get<{ components: { schemas: Record<string, { properties?: object }> } }>(
    '/api/openapi.json',
  );
  return new Map(
    Object.keys(apis).map((name) => {
      const { properties = {} } = body.components.schemas[`${name[0]?.toUpperCase()}${name.slice(1)}Input`] ?? {};
      return [name, Object.keys(properties)];
    }),
  );
}

function randomBody({ good }: Apis, fields: readonly string[]): unknown {
  if (chance(0.03)) return junk(3);
  const body: Record<string, unknown> = { ...good };
  const most = chance(0.5) ? 0.05 : 0.3;
  for (const field of fields) {
    const fitting = plausible[field];
    if (fitting !== undefined && chance(0.6)) body[field] = pick(fitting);
    if (chance(most)) body[field] = junk(3);
  }
  if ('slideId' in body && chance(0.8)) body['slideId'] = `fuzz-${random()}`;
  return chance(0.1) ? damaged(body) : body;
}

/** The same object with one value somewhere inside replaced. */
function damaged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || chance(0.2)) return junk(2);
  const entries = Object.entries(value);
  const [hit] = entries.length === 0 ? [undefined] : pick(entries);
  const changed = entries.map(([key, item]): [string, unknown] => [key, key === hit ? damaged(item) : item]);
  return Array.isArray(value) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}

function junk(depth: number): unknown {
  const kind = random();
  if (kind < 0.3) return pick(texts);
  if (kind < 0.5) return pick(numbers);
  if (kind < 0.65 || depth === 0) return pick([null, true, false, [], {}]);
  const length = chance(0.05) ? 200 : Math.floor(random() * 4);
  const items = Array.from({ length }, () => junk(depth - 1));
  return kind < 0.8 ? items : Object.fromEntries(items.map((item) => [pick(keys), item]));
}

/** As JSON text, in which a number may also be too large for a double. */
function spelled(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll('"@1e999"', '1e999');
}

/** Enums of good values and names of presentations as GraphQL spells them. */
function camelCased(text: string): string {
  return text
    .replaceAll(/(?<=[a-z])_([a-z])(?=\w*":)/g, (_, letter: string) => letter.toUpperCase())
    .replaceAll(
      /"(?:standard|product_pricing_v1|console|email|webhook|manual|blank|keep|error|good|better|best)"(?=[,}])/g,
      (it) => it.toUpperCase(),
    );
}

function pick<T>(items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

function chance(share: number): boolean {
  return random() < share;
}
