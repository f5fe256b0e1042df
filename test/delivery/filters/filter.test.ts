import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { Event } from '../../../src/delivery/events/event.entity.ts';
import { inTransaction } from '../../../src/kit/data/scope.ts';
import type { EventAnswer, Schemas, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { deliveriesOf, publish, settledDeliveries } from '../deliveries.ts';

const app = useApp();
const receiver = useReceiver();
const writer = useWriter(app);

async function subscribe(
  eventType: string,
  filter: object | null,
  overrides: object = {},
): Promise<SubscriptionAnswer> {
  const channelConfig = { url: `${receiver.url}/${eventType}` };
  return createSubscription(app.rest, { eventType, channel: 'webhook', channelConfig, filter, ...overrides });
}

const pathOf = ({ id }: SubscriptionAnswer): string => `/api/notifications/subscriptions/${id}`;
const idsAt = (path: string): string[] => receiver.at(path).map(({ headers }) => String(headers['webhook-id']));
const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id).toSorted();

/** Whom an event was handed out to, one of whom at least has to want it. */
async function listenersOf({ id }: EventAnswer): Promise<string[]> {
  const deliveries = await eventually(async () => {
    const found = await deliveriesOf(app, id);
    return found.length > 0 && found;
  });
  return deliveries.map(({ subscriptionId }) => subscriptionId);
}

type Trial = Schemas['FilterTrial'];

const query = `query (
  $eventType: String!, $deckId: ID, $filter: JSONObject, $since: DateTimeISO, $until: DateTimeISO, $after: String, $first: Int
) {
  tryFilter(
    eventType: $eventType, deckId: $deckId, filter: $filter, since: $since, until: $until, after: $after, first: $first
  ) { examinedCount matchedCount skippedCount matches { id type timestamp deckId data: payload cursor } hasMore endCursor }
}`;

/** Asks both APIs, which say the same. */
async function tried(input: object): Promise<Trial> {
  await app.logSettled();
  const { status, body } = await app.rest.post<{ trial: Trial }>('/api/notifications/filter/try', input);
  expect(status).toBe(200);
  expect(await app.graphql.data(query, input)).toEqual({ tryFilter: body.trial });
  return body.trial;
}

async function explain(event: EventAnswer, { id }: SubscriptionAnswer): Promise<{ verdict: string; detail: string }> {
  const search = new URLSearchParams({ eventId: event.id, subscriptionId: id }).toString();
  const path = `/api/notifications/explain?${search}`;
  return (await app.rest.get<{ explanation: { verdict: string; detail: string } }>(path)).body.explanation;
}

/** Appends events that are handed out to nobody. */
async function appendSilently(type: string, count: number): Promise<Event[]> {
  const events = Array.from({ length: count }, (_, n) => Object.assign(new Event(), { type, data: { n } }));
  await inTransaction(writer.scope(), async (transaction) => {
    await writer.events.appendAll(transaction, events);
    await sql`delete from fan_out where event_id = any(${events.map(({ id }) => id)}::uuid[])`.execute(
      transaction.em.getKysely<unknown>(),
    );
  });
  return events;
}

test('only the events that a filter wants arrive', async () => {
  const type = 'quote.accepted';
  await subscribe(type, { 'data.tier': { $in: ['better', 'best'] }, 'data.total': { $gte: 5_000 } });
  const all = await subscribe(type, null, { channel: 'console', channelConfig: {} });
  const wanted: EventAnswer[] = [];
  const others: EventAnswer[] = [];
  wanted.push(await publish(app, type, { data: { tier: 'best', total: 5_000 } }));
  others.push(await publish(app, type, { data: { tier: 'good', total: 9_000 } }));
  others.push(await publish(app, type, { data: { tier: 'best', total: 4_999.99 } }));
  others.push(await publish(app, type, { data: { tier: 'best', total: '4999.99' } }));
  others.push(await publish(app, type, { data: { tier: 'best', total: '09000' } }));
  wanted.push(await publish(app, type, { data: { tier: 'best', total: '40050.00' } }));
  others.push(await publish(app, type));
  wanted.push(await publish(app, type, { data: { tier: 'better', total: 7_000 } }));
  for (const { id } of wanted) await settledDeliveries(app, id, 2);
  for (const event of others) expect(await listenersOf(event)).toEqual([all.id]);
  expect(idsAt(`/${type}`).toSorted()).toEqual(idsOf(wanted));
});

describe('a filter of a subscription', () => {
  const filter = { 'data.total': { $gte: 5_000 }, $or: [{ 'data.tier': 'best' }, { deckId: null }] };

  async function read(one: SubscriptionAnswer): Promise<{ filter: unknown; etag: string | null }> {
    const { body, headers } = await app.rest.get<{ filter: unknown }>(`${pathOf(one)}/filter`);
    const whole = await app.rest.get<{ filter: unknown }>(pathOf(one));
    expect(whole.body.filter).toEqual(body.filter);
    const { subscription } = await app.graphql.data<{ subscription: { filter: unknown } }>(
      'query ($id: ID!) { subscription(id: $id) { filter } }',
      { id: one.id },
    );
    expect(subscription.filter).toEqual(body.filter);
    return { filter: body.filter, etag: headers.get('etag') };
  }

  test('stays when it is not named, is no change when it is the same, and goes with null', async () => {
    const one = await subscribe('kept.filter', filter);
    expect(await read(one)).toEqual({ filter, etag: '"1"' });
    const steps: [changes: object, filter: unknown, etag: string][] = [
      [{ name: 'Renamed' }, filter, '"2"'],
      [{ filter: { $or: filter.$or, 'data.total': { $gte: 5_000 } } }, filter, '"2"'],
      [{ filter: { type: 'kept.filter' } }, { type: 'kept.filter' }, '"3"'],
      [{ filter: null }, null, '"4"'],
    ];
    for (const [changes, expected, etag] of steps) {
      expect((await app.rest.put(pathOf(one), changes)).status).toBe(200);
      expect(await read(one)).toEqual({ filter: expected, etag });
    }
    const event = await publish(app, 'kept.filter');
    expect(await listenersOf(event)).toEqual([one.id]);
  });

  test('is set and removed through GraphQL in the same way, also when it is in the text of the query', async () => {
    const {
      createSubscription: { subscription: one },
    } = await app.graphql.data<{ createSubscription: { subscription: SubscriptionAnswer } }>(
      `mutation { createSubscription(input: { name: "Inline", eventType: "inline.*", channel: CONSOLE, channelConfig: {},
        filter: { type: "inline.wanted" } }) { subscription { id filter } } }`,
    );
    expect(one).toMatchObject({ filter: { type: 'inline.wanted' } });
    const event = await publish(app, 'inline.wanted');
    expect(await listenersOf(event)).toEqual([one.id]);
    await app.logSettled();
    const { tryFilter } = await app.graphql.data<{ tryFilter: Partial<Trial> }>(
      '{ tryFilter(eventType: "inline.*", filter: { type: "inline.wanted" }) { matchedCount } }',
    );
    expect(tryFilter.matchedCount).toBe(1);
    const update =
      'mutation ($id: ID!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) { subscription { filter } } }';
    expect(await app.graphql.data(update, { id: one.id, input: { filter: null } })).toEqual({
      updateSubscription: { subscription: { filter: null } },
    });
  });

  test('is not shown of a subscription that does not exist', async () => {
    const nobody = '/api/notifications/subscriptions/01900000-0000-7000-8000-000000000000/filter';
    expect((await app.rest.get(nobody)).status).toBe(404);
  });
});

describe('an event with a homeowner, a list and a null', () => {
  const type = 'shape.shown';
  const data = {
    total: 7_000,
    tier: 'best',
    paid: false,
    note: null,
    homeowner: { city: 'Austin' },
    lines: [
      { label: 'roof', amount: 10 },
      { label: 'gutter', amount: 20 },
    ],
    tags: ['solar', 'metal'],
    empty: [],
  };
  let event: EventAnswer;

  beforeAll(async () => {
    event = await publish(app, type, { data });
    await eventually(async () => (await tried({ eventType: type })).examinedCount === 1);
  });

  const wanted: object[] = [
    { type },
    { deckId: null },
    { timestamp: { $gte: '2026-01-31T12:00:00Z', $lt: '9999' } },
    { 'data.total': 7_000 },
    { 'data.total': { $gt: 6_999, $lte: 7_000 } },
    { 'data.tier': { $gte: 'b', $lt: 'c' } },
    { 'data.paid': false },
    { 'data.paid': { $ne: true } },
    { 'data.note': null },
    { 'data.nothing': null },
    { 'data.nothing': { $ne: 5 } },
    { 'data.nothing': { $nin: ['a'] } },
    { 'data.nothing.deeper': { $exists: false } },
    { 'data.nothing': { $in: ['a', null] } },
    { 'data.nothing': { $not: { $gt: 5 } } },
    { 'data.note': { $exists: true } },
    { 'data.homeowner.city': 'Austin' },
    { 'data.lines.amount': { $gt: 15 } },
    { 'data.lines.1.label': 'gutter' },
    { 'data.tags': 'metal' },
    { 'data.tags': { $in: ['tile', 'solar'] } },
    { 'data.tags': { $nin: ['tile', 'slate'] } },
    { 'data.empty': { $nin: ['tile'] } },
    { 'data.total': { $not: { $lt: 7_000 } } },
    { $and: [{ 'data.tier': 'best' }, { 'data.total': 7_000 }] },
    { $or: [{ 'data.tier': 'good' }, { 'data.total': 7_000 }] },
    { $nor: [{ 'data.tier': 'good' }, { 'data.total': 1 }] },
  ];
  const unwanted: object[] = [
    { type: 'shape.other' },
    { deckId: { $exists: false } },
    { deckId: { $ne: null } },
    { 'data.total': '7000' },
    { 'data.total': { $gte: '1' } },
    { 'data.tier': { $gt: 1 } },
    { 'data.tier': 'BEST' },
    { 'data.paid': null },
    { 'data.paid': { $in: [0, '', null] } },
    { 'data.nothing': { $ne: null } },
    { 'data.nothing': { $gt: 0 } },
    { 'data.note': { $lte: 0 } },
    { 'data.homeowner': 'Austin' },
    { 'data.lines.amount': { $gt: 20 } },
    { 'data.lines.amount': { $not: { $gt: 15 } } },
    { 'data.tags': { $ne: 'metal' } },
    { 'data.tags': { $nin: ['metal'] } },
    { 'data.empty': { $in: ['tile'] } },
    { 'data.tier': 'best', 'data.total': 1 },
    { $and: [{ 'data.tier': 'best' }, { 'data.total': 1 }] },
    { $or: [{ 'data.tier': 'good' }, { 'data.total': 1 }] },
    { $nor: [{ 'data.tier': 'good' }, { 'data.total': 7_000 }] },
  ];

  test.each(wanted)('passes %j', async (filter) => {
    expect(await tried({ eventType: type, filter })).toMatchObject({ matchedCount: 1, matches: [event] });
  });

  test.each(unwanted)('does not pass %j, and explain says why', async (filter) => {
    expect(await tried({ eventType: type, filter })).toMatchObject({ examinedCount: 1, matchedCount: 0, matches: [] });
    const one = await subscribe(type, filter);
    const { verdict, detail } = await explain(event, one);
    expect(verdict).toBe('filtered');
    expect(detail).toMatch(
      /^The event does not pass the filter: \S.+ (the filter wants .+|is met)\. The event happened/,
    );
  });
});

test('explain names the condition that is not met, with its value', async () => {
  const type = 'wall.built';
  const one = await subscribe(type, { 'data.total': 1 });
  const event = await publish(app, type, {
    data: { total: 1_200, tier: 'good', note: 'x'.repeat(300), lines: [{ amount: 1 }, { amount: 2 }, {}] },
  });
  const cases: [filter: object, reason: string][] = [
    [{ 'data.tier': 'good', 'data.total': { $gte: 5_000 } }, 'data.total is 1200, the filter wants $gte 5000'],
    [{ 'data.total': { $gt: 1, $lt: 9 } }, 'data.total is 1200, the filter wants $gt 1 and $lt 9'],
    [{ 'data.tier': 'best' }, 'data.tier is "good", the filter wants "best"'],
    [{ 'data.paid': true }, 'data.paid is missing, the filter wants true'],
    [{ 'data.total': { $not: { $gt: 5 } } }, 'data.total is 1200, the filter wants $not {"$gt":5}'],
    [{ 'data.lines.amount': 3 }, 'data.lines.amount is [1,2], the filter wants 3'],
    [{ 'data.lines.0.amount': 3 }, 'data.lines.0.amount is 1, the filter wants 3'],
    [{ 'data.note': 'y' }, `data.note is "${'x'.repeat(99)}, the filter wants "y"`],
    [{ $and: [{ 'data.tier': 'good' }, { deckId: 'a' }] }, 'deckId is null, the filter wants "a"'],
    [
      { $or: [{ 'data.tier': 'best' }, { 'data.total': 1 }] },
      'none of the 2 filters in $or is met, the first because data.tier is "good", the filter wants "best"',
    ],
    [{ $nor: [{ 'data.tier': 'best' }, { 'data.total': 1_200 }] }, 'filter 2 in $nor is met'],
  ];
  for (const [filter, reason] of cases) {
    await app.rest.put(pathOf(one), { filter });
    expect(await explain(event, one)).toMatchObject({
      verdict: 'filtered',
      detail: `The event does not pass the filter: ${reason}.`,
    });
  }
});

test('what is recovered passes the filter, however many events before it do not', async () => {
  const events = await appendSilently('silent.grown', 450);
  const one = await subscribe('silent.*', { 'data.n': { $in: [7, 440, 449] } });
  const since = new Date(Date.now() - 60_000).toISOString();
  const recover = async (): Promise<number> =>
    (await app.rest.post<{ recovery: { recoveredCount: number } }>(`${pathOf(one)}/recover`, { since })).body.recovery
      .recoveredCount;
  expect(await recover()).toBe(3);
  await eventually(() => idsAt('/silent.*').length >= 3);
  expect(idsAt('/silent.*').toSorted()).toEqual(idsOf([7, 440, 449].flatMap((n) => events[n] ?? [])));
  expect(await recover()).toBe(0);
});

describe('a trial', () => {
  test('finds exactly what the fan-out delivers', async () => {
    const decks = [(await createDeck(app.rest)).id, (await createDeck(app.rest)).id];
    const filters: (object | null)[] = [
      null,
      { 'data.tier': 'best' },
      { 'data.tier': { $ne: 'best' }, 'data.total': { $gte: 3_000, $lt: 8_000 } },
      { $or: [{ 'data.total': { $lt: 1_000 } }, { 'data.tags': 'solar' }] },
      { $nor: [{ 'data.tier': { $in: ['good', null] } }, { 'data.tags': { $exists: false } }] },
      { type: 'mix.signed', 'data.tier': { $exists: true } },
      { 'data.total': { $not: { $gte: 5_000 } } },
      { deckId: { $in: [decks[0], null] } },
    ];
    const wishes = filters.flatMap((filter) => [
      { eventType: 'mix.*', filter },
      { eventType: 'mix.signed', filter, deckId: decks[1] },
    ]);
    const subscriptions: SubscriptionAnswer[] = [];
    for (const wish of wishes) subscriptions.push(await createSubscription(app.rest, wish));
    const events: EventAnswer[] = [];
    for (let n = 0; n < 60; n += 1) {
      const data = {
        ...(n % 5 === 0 ? {} : { tier: ['good', 'better', 'best'][n % 3] }),
        ...(n % 7 === 0 ? {} : { total: (n * 977) % 10_000 }),
        ...(n % 4 === 0 ? { tags: n % 8 === 0 ? ['metal', 'solar'] : [] } : {}),
      };
      const deckId = [null, ...decks][n % 3 === 0 ? 0 : (n % 2) + 1];
      events.push(await publish(app, n % 4 === 1 ? 'mix.viewed' : 'mix.signed', { data, deckId }));
    }
    const listeners = new Map<string, string[]>();
    for (const event of events) listeners.set(event.id, await listenersOf(event));
    const before = await app.rowCounts();
    const counts: number[] = [];
    for (const [index, wish] of wishes.entries()) {
      const { matchedCount, matches, hasMore } = await tried({ ...wish, first: 100 });
      const delivered = events.filter(({ id }) => listeners.get(id)?.includes(subscriptions[index]?.id ?? ''));
      expect([wish, matches.map(({ id }) => id)]).toEqual([wish, delivered.map(({ id }) => id)]);
      expect([matchedCount, hasMore]).toEqual([delivered.length, false]);
      counts.push(matchedCount);
    }
    // Not one filter takes everything or nothing.
    const [all, ...others] = counts.filter((_, index) => index % 2 === 0);
    expect(all).toBe(60);
    for (const count of others) expect([0, 60]).not.toContain(count);
    expect(await app.rowCounts()).toEqual(before);
  });

  test('gives the oldest matches, counts all, and goes on behind a cursor', async () => {
    const events = await appendSilently('row.grown', 10);
    const filter = { 'data.n': { $gte: 4 } };
    const input = { eventType: 'row.grown', filter, first: 2 };
    const trial = await tried(input);
    expect(trial).toMatchObject({ examinedCount: 10, matchedCount: 6, hasMore: false });
    expect(trial.matches.map(({ id }) => id)).toEqual(events.slice(4, 6).map(({ id }) => id));
    const behind = await tried({ ...input, after: trial.matches[1]?.cursor });
    expect(behind).toMatchObject({ examinedCount: 4, matchedCount: 4 });
    expect(behind.matches.map(({ id }) => id)).toEqual(events.slice(6, 8).map(({ id }) => id));
    const { endCursor } = trial;
    expect(await tried({ ...input, after: endCursor })).toEqual({
      examinedCount: 0,
      matchedCount: 0,
      skippedCount: 0,
      matches: [],
      hasMore: false,
      endCursor,
    });
  });

  test('keeps within its times, and knows nothing of tests', async () => {
    const one = await subscribe('hour.struck', null);
    await app.rest.post(`${pathOf(one)}/test`);
    const first = await publish(app, 'hour.struck');
    await eventually(() => new Date().toISOString() > first.timestamp);
    const second = await publish(app, 'hour.struck');
    await eventually(async () => (await tried({ eventType: 'hour.struck' })).examinedCount === 2);
    const range = { since: first.timestamp, until: second.timestamp };
    expect((await tried({ eventType: 'hour.struck', ...range })).matches).toEqual([first]);
    expect(await tried({ eventType: 'test.*' })).toMatchObject({ examinedCount: 0, matchedCount: 0, endCursor: null });
  });

  test('examines 10,000 events and says that there are more', async () => {
    await sql`insert into event (id, type, timestamp, data)
      select gen_random_uuid(), 'mass.grown', now(), jsonb_build_object('n', n) from generate_series(1, 10050) n`.execute(
      app.database.connection.kysely,
    );
    await app.logSettled();
    const input = { eventType: 'mass.grown', filter: { 'data.n': { $gt: 9_990 } }, first: 1 };
    const trials: Trial[] = [];
    // On a busy machine its time may end a trial earlier.
    do {
      const after = trials.at(-1)?.endCursor;
      const { body } = await app.rest.post<{ trial: Trial }>('/api/notifications/filter/try', { ...input, after });
      trials.push(body.trial);
    } while (trials.at(-1)?.hasMore);
    expect(trials.length).toBeGreaterThan(1);
    for (const { examinedCount } of trials) expect(examinedCount).toBeLessThanOrEqual(10_000);
    const sum = (of: 'examinedCount' | 'matchedCount'): number =>
      trials.reduce((before, trial) => before + trial[of], 0);
    expect([sum('examinedCount'), sum('matchedCount')]).toEqual([10_050, 60]);
    expect(trials.flatMap(({ matches }) => matches)[0]).toMatchObject({ data: { n: 9_991 } });
  });
});

describe('hostile filters', () => {
  const nested = (levels: number, inner: unknown): unknown =>
    levels === 0 ? inner : { $or: Array.from({ length: 2 }, () => nested(levels - 1, inner)) };

  test.each<[kind: string, filter: unknown]>([
    ['30 levels', Array.from({ length: 30 }).reduce((inner: unknown) => ({ $not: inner }), 1)],
    ['a tree of 2^10 branches', nested(10, { type: 'a.b' })],
    ['40,000 conditions', Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`data.a${n}`, n]))],
    ['a list of 400,000', { 'data.a': { $in: Array<number>(400_000).fill(1) } }],
    ['a path of 900 kB', { [`data${'.a'.repeat(450_000)}`]: 1 }],
    ['20 kB of text', { 'data.a': 'x'.repeat(20_000) }],
  ])('%s are refused without a long look', async (_kind, filter) => {
    const { status, body } = await app.rest.post('/api/notifications/filter/try', { eventType: 'a.b', filter });
    expect([status, body.code, body.errors[0]?.pointer.split('/')[1]]).toEqual([400, 'INVALID_INPUT', 'filter']);
    expect(JSON.stringify(body).length).toBeLessThan(20_000);
  });

  test.each<[filter: object, detail: string]>([
    [{}, 'filter must not be empty: null means no filter.'],
    [
      { data: { tier: 'best' } },
      'filter.data must be a value or operators, not an object: write the path with dots, "data.tier".',
    ],
    [
      { 'data.tier': ['best'] },
      'filter.data.tier must be a value or operators, not a list: for one of several use $in.',
    ],
    [
      { 'data.tier': { $regex: '^b' } },
      'filter.data.tier.$regex is no operator here; there are $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists, $not.',
    ],
    [{ $where: '1' }, 'filter.$where is not known here; there are $and, $or, $nor and paths such as data.tier.'],
    [{ 'data.a.__proto__': 1 }, 'filter.data.a.__proto__ must not go through __proto__.'],
    [{ 'data.toString': 1 }, 'filter.data.toString must not go through toString.'],
    [{ 'data.total': { $gte: null } }, 'filter.data.total.$gte must not be null.'],
    [{ 'data.total': { $gte: true } }, 'filter.data.total.$gte must be a string or a number, not a boolean.'],
  ])('%j is refused in words', async (filter, detail) => {
    const { body } = await app.rest.post('/api/notifications/filter/try', { eventType: 'a.b', filter });
    expect(body.detail).toBe(detail);
  });
});
