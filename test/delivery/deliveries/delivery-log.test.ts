import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DeckAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { createDeck, createSubscription } from '../../helpers/factories.ts';
import type { RestAnswer } from '../../helpers/rest-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { publish, settledDeliveries } from '../deliveries.ts';

const app = useApp({ DELIVERY_RETRY_DELAYS: '0' });
const receiver = useReceiver();
receiver.answer = (path) => (path === '/failing' ? 500 : 204);

interface Entry {
  id: string;
  status: string;
  createdAt: string;
  subscriptionId: string;
  event: { id: string; type: string; deckId: string | null };
}
interface World {
  decks: DeckAnswer[];
  healthy: SubscriptionAnswer;
  failing: SubscriptionAnswer;
  all: Entry[];
}
const world = {} as World;

beforeAll(async () => {
  const subscribe = async (path: string, eventType: string): Promise<SubscriptionAnswer> =>
    createSubscription(app.rest, { eventType, channel: 'webhook', channelConfig: { url: `${receiver.url}${path}` } });
  world.decks = [await createDeck(app.rest), await createDeck(app.rest)];
  world.healthy = await subscribe('/healthy', 'log.*');
  world.failing = await subscribe('/failing', 'log.one');
  const deckIds = [world.decks[0]?.id, world.decks[1]?.id, undefined];
  for (const [type, count] of [
    ['log.one', 2],
    ['log.one.deeper', 1],
    ['log.two', 1],
  ] as const) {
    for (const deckId of deckIds) await settledDeliveries(app, (await publish(app, type, { deckId })).id, count);
  }
  world.all = await viaGraphQL({});
});

async function viaGraphQL(filter: Record<string, string>): Promise<Entry[]> {
  const query = `query ($subscriptionId: ID, $eventId: ID, $status: DeliveryStatus, $eventType: String, $deckId: ID,
      $since: DateTimeISO, $until: DateTimeISO) {
    deliveries(subscriptionId: $subscriptionId, eventId: $eventId, status: $status, eventType: $eventType,
      deckId: $deckId, since: $since, until: $until, first: 200) {
      nodes { id status createdAt subscriptionId event { id type deckId } } } }`;
  const variables = {
    ...filter,
    ...(filter['status'] === undefined ? {} : { status: filter['status'].toUpperCase() }),
  };
  return (await app.graphql.data<{ deliveries: { nodes: Entry[] } }>(query, variables)).deliveries.nodes;
}

async function viaRest(filter: Record<string, string>, path = '/api/notifications/deliveries'): Promise<string[]> {
  const search = new URLSearchParams({ ...filter, limit: '200' });
  const { body } = await app.rest.get<{ deliveries: { id: string }[] }>(`${path}?${search.toString()}`);
  return body.deliveries.map(({ id }) => id);
}

test('the log is newest first and holds every delivery', () => {
  expect(world.all).toHaveLength(12);
  const times = world.all.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
});

const middle = (): string => world.all[5]?.createdAt ?? '';
const deckId = (): string => world.decks[0]?.id ?? '';
const eventId = (): string => world.all[8]?.event.id ?? '';

/** Each filter beside what it means for a single entry. */
const filters: [name: string, filter: () => Record<string, string>, keeps: (entry: Entry) => boolean][] = [
  ['a state', () => ({ status: 'dead' }), ({ status }) => status === 'DEAD'],
  ['another state', () => ({ status: 'delivered' }), ({ status }) => status === 'DELIVERED'],
  ['a state that none is in', () => ({ status: 'skipped' }), () => false],
  ['a type', () => ({ eventType: 'log.one' }), ({ event }) => event.type === 'log.one'],
  ['a pattern', () => ({ eventType: 'log.one.*' }), ({ event }) => event.type === 'log.one.deeper'],
  ['the pattern of all', () => ({ eventType: '*' }), () => true],
  ['a pattern of nothing', () => ({ eventType: 'lo.*' }), () => false],
  ['a deck', () => ({ deckId: deckId() }), ({ event }) => event.deckId === deckId()],
  ['an event', () => ({ eventId: eventId() }), ({ event }) => event.id === eventId()],
  ['a subscription', () => ({ subscriptionId: world.failing.id }), (it) => it.subscriptionId === world.failing.id],
  ['since', () => ({ since: middle() }), ({ createdAt }) => createdAt >= middle()],
  ['until', () => ({ until: middle() }), ({ createdAt }) => createdAt < middle()],
  [
    'everything at once',
    () => ({
      status: 'dead',
      eventType: 'log.*',
      deckId: deckId().toUpperCase(),
      subscriptionId: world.failing.id,
      since: '2026-01-01T00:00:00+02:00',
      until: '2999-01-01T00:00Z',
    }),
    ({ status, event }) => status === 'DEAD' && event.deckId === deckId(),
  ],
];

test.each(filters)('%s: both APIs give the same, and exactly that', async (_name, filter, keeps) => {
  const expected = world.all.filter(keeps).map(({ id }) => id);
  expect((await viaGraphQL(filter())).map(({ id }) => id)).toEqual(expected);
  expect(await viaRest(filter())).toEqual(expected);
});

test('every filter together is one statement', async () => {
  app.database.statements.splice(0);
  await viaRest(filters.at(-1)?.[1]() ?? {});
  const reads = app.database.statements.splice(0).filter((statement) => statement.includes('from "delivery"'));
  expect(reads).toHaveLength(1);
});

test('the log of one subscription is read at its own address', async () => {
  const path = `/api/notifications/subscriptions/${world.failing.id}/deliveries`;
  const own = world.all.filter(({ subscriptionId }) => subscriptionId === world.failing.id);
  expect(await viaRest({}, path)).toEqual(own.map(({ id }) => id));
  expect(await viaRest({ status: 'delivered' }, path)).toEqual([]);
});

test('filtered pages follow each other without a gap, through both APIs', async () => {
  const expected = world.all.filter(({ event }) => event.type === 'log.one').map(({ id }) => id);
  const viaLinks: string[] = [];
  let link: string | undefined = '/api/notifications/deliveries?eventType=log.one&limit=2';
  while (link !== undefined) {
    const { body, headers }: RestAnswer<{ deliveries: { id: string }[] }> = await app.rest.get(link);
    viaLinks.push(...body.deliveries.map(({ id }) => id));
    link = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(viaLinks).toEqual(expected);
  const query = `query ($after: String) { deliveries(eventType: "log.one", first: 4, after: $after) {
    nodes { id } pageInfo { endCursor hasNextPage } } }`;
  interface Page {
    deliveries: { nodes: { id: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
  }
  const { deliveries: first } = await app.graphql.data<Page>(query);
  const { deliveries: second } = await app.graphql.data<Page>(query, { after: first.pageInfo.endCursor });
  expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(expected);
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
});

test('one delivery is read with its attempts', async () => {
  const { id } = world.all.find(({ status }) => status === 'DEAD') ?? { id: '' };
  const { body } = await app.rest.get<{ delivery: object }>(`/api/notifications/deliveries/${id}`);
  const failed = { outcome: 'failed', phase: 'answered', statusCode: 500, error: 'The receiver answered 500.' };
  expect(body.delivery).toMatchObject({
    id,
    status: 'dead',
    attemptCount: 2,
    nextAttemptAt: null,
    attempts: [
      { number: 1, ...failed },
      { number: 2, ...failed },
    ],
  });
  const query = 'query ($id: ID!) { delivery(id: $id) { id status attempts { number } } }';
  expect(await app.graphql.data(query, { id })).toEqual({
    delivery: { id, status: 'DEAD', attempts: [{ number: 1 }, { number: 2 }] },
  });
});

describe('what is no filter is refused alike', () => {
  test.each([
    ['eventType', 'Log One'],
    ['deckId', 'no-uuid'],
    ['eventId', '1'],
    ['subscriptionId', '1'],
    ['since', 'yesterday'],
    ['since', '2026-01-31'],
    ['since', '2026-01-31T12:00:00'],
    ['since', '0000-01-31T12:00:00Z'],
    ['until', '2026-02-30T12:00:00Z'],
    ['until', '2026-01-31T25:00:00Z'],
  ])('%s %s', async (name, value) => {
    const search = new URLSearchParams({ [name]: value });
    const { status, body } = await app.rest.get(`/api/notifications/deliveries?${search.toString()}`);
    expect([status, body.code, body.errors[0]?.pointer]).toEqual([400, 'INVALID_INPUT', `/${name}`]);
    const type = name.endsWith('Id') ? 'ID' : name === 'eventType' ? 'String' : 'DateTimeISO';
    const query = `query ($${name}: ${type}) { deliveries(${name}: $${name}) { nodes { id } } }`;
    const { errors } = await app.graphql.send(query, { [name]: value });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      problem: { errors: [{ pointer: `/${name}` }] },
    });
  });

  test('a state that is none, a delivery and a subscription that do not exist', async () => {
    const nobody = '01900000-0000-7000-8000-000000000000';
    const refusal = async (path: string): Promise<unknown[]> => {
      const { status, body } = await app.rest.get(`/api/notifications/${path}`);
      return [status, body.errors[0]?.pointer];
    };
    expect(await refusal('deliveries?status=lost')).toEqual([400, '/status']);
    expect(await refusal(`deliveries/${nobody}`)).toEqual([404, undefined]);
    expect(await refusal('deliveries/1')).toEqual([400, '/deliveryId']);
    expect(await refusal(`subscriptions/${nobody}/deliveries`)).toEqual([404, undefined]);
  });
});
