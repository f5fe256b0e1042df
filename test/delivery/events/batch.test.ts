import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { EventAnswer, ProblemAnswer, Schemas } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';

const receiver = useReceiver();
const app = useApp({
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
});

type Result = Schemas['PublishedEvent'];
type Batch = { results: Result[] } & ProblemAnswer;

const send = (events: object[]) => app.rest.post<Batch>('/api/events/batch', { events });
const ofType = (type: string) => app.events(`types=${type}`);
const numbered = (type: string, count: number) => Array.from({ length: count }, (_, n) => ({ type, data: { n } }));

test('a batch is recorded in its order, in one transaction, with a result for each event', async () => {
  const { status, body } = await send(numbered('batch.ordered', 1_000));
  expect(status).toBe(200);
  expect(body.results.map(({ event, isNew }) => [event.data['n'], isNew])).toEqual(
    Array.from({ length: 1_000 }, (_, n) => [n, true]),
  );
  const listed: EventAnswer[] = [];
  for (let after = ''; listed.length < 1_000; after = `&after=${listed.at(-1)?.cursor ?? ''}`) {
    const page = await app.events(`types=batch.ordered${after}`);
    expect(page.length).toBeGreaterThan(0);
    listed.push(...page);
  }
  expect(listed).toEqual(body.results.map(({ event }) => event));
  expect(new Set(listed.map(({ timestamp }) => timestamp)).size).toBe(1);
});

test('a batch of 1,000 events takes as many statements as one of 2', async () => {
  const deck = await createDeck(app.rest);
  const statementsOf = async (count: number): Promise<number> => {
    app.database.statements.splice(0);
    const events = numbered('batch.counted', count).map((event) => ({ ...event, deckId: deck.id, id: randomUUID() }));
    expect((await send(events)).status).toBe(200);
    // Without those of workers, which run beside.
    return app.database.statements.filter((text) =>
      /into event |into audit_entry|from "?deck|::text as type/.test(text),
    ).length;
  };
  const [few, many] = [await statementsOf(2), await statementsOf(1_000)];
  expect([few, many]).toEqual([4, 4]);
});

test('a batch that is sent again gives the first events and is delivered once', async () => {
  const path = '/batch-again';
  await createSubscription(app.rest, {
    eventType: 'batch.again',
    channel: 'webhook',
    channelConfig: { url: `${receiver.url}${path}` },
  });
  const events = numbered('batch.again', 3).map((event) => ({ ...event, id: randomUUID() }));
  const first = await send(events.slice(0, 2));
  const again = await send(events);
  expect(again.body.results.map(({ isNew }) => isNew)).toEqual([false, false, true]);
  expect(again.body.results.slice(0, 2).map(({ event }) => event)).toEqual(
    first.body.results.map(({ event }) => event),
  );
  await eventually(() => receiver.at(path).length >= 3);
  expect(await ofType('batch.again')).toHaveLength(3);
  expect(
    receiver
      .at(path)
      .map(({ body }) => (JSON.parse(body) as EventAnswer).id)
      .sort(),
  ).toEqual(events.map(({ id }) => id).sort());
});

test('an id that occurs twice in a batch is one event', async () => {
  const id = randomUUID();
  const { body } = await send([
    { type: 'batch.twice', id },
    { type: 'batch.other' },
    { type: 'batch.twice', id: id.toUpperCase() },
  ]);
  expect(body.results.map(({ event, isNew }) => [event.type, isNew])).toEqual([
    ['batch.twice', true],
    ['batch.other', true],
    ['batch.twice', false],
  ]);
  expect(await ofType('batch.twice')).toHaveLength(1);
});

test('batches with the same ids at the same time record each event once', async () => {
  const events = numbered('batch.raced', 50).map((event) => ({ ...event, id: randomUUID() }));
  const answers = await Promise.all(
    [events, events.toReversed(), events, events.toReversed()].map((batch) => send(batch)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const isNew = answers.flatMap(({ body }) => body.results.filter((result) => result.isNew));
  expect(isNew).toHaveLength(50);
  expect(await ofType('batch.raced')).toHaveLength(50);
});

describe('a batch with one fault records nothing', () => {
  test.each([
    ['of its type', { type: 'not a type' }, 400, '/events/1/type'],
    ['of its size', { type: 'batch.large', data: { text: 'x'.repeat(70_000) } }, 400, '/events/1/data'],
    ['of its deck', { type: 'batch.lost', deckId: randomUUID() }, 404, undefined],
  ])('%s', async (_fault, bad, status, pointer) => {
    const answer = await send([{ type: 'batch.faulty' }, bad]);
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([status, pointer]);
    expect(await ofType('batch.faulty')).toHaveLength(0);
  });

  test('of its id, which belongs to a deck', async () => {
    const { id } = await createDeck(app.rest);
    const { status, body } = await send([{ type: 'batch.faulty' }, { type: 'batch.faulty', id }]);
    expect([status, body.errors[0]?.pointer]).toEqual([409, '/events/1/id']);
    expect(body.detail).toContain(`${id} is the id of a Deck already`);
    expect(await ofType('batch.faulty')).toHaveLength(0);
  });

  test('of its length', async () => {
    for (const events of [[], numbered('batch.long', 1_001)]) {
      const { status, body } = await send(events);
      expect([status, body.errors[0]?.pointer]).toEqual([400, '/events']);
    }
  });
});

test('publishEvents records the same over GraphQL', async () => {
  const { publishEvents } = await app.graphql.data<{
    publishEvents: { results: { isNew: boolean; event: EventAnswer; warnings: object[] }[] };
  }>(
    `mutation ($input: PublishEventsInput!) {
      publishEvents(input: $input) { results { isNew event { id type data: payload cursor } warnings { code } } } }`,
    { input: { events: [...numbered('batch.graphql', 2), { type: 'contract.singed' }] } },
  );
  expect(publishEvents.results.map(({ event, isNew }) => [event.type, event.data, isNew])).toEqual([
    ['batch.graphql', { n: 0 }, true],
    ['batch.graphql', { n: 1 }, true],
    ['contract.singed', {}, true],
  ]);
  expect(publishEvents.results[2]).toMatchObject({ warnings: [{ code: 'similar_type' }] });
  const { errors } = await app.graphql.send(
    'mutation ($input: PublishEventsInput!) { publishEvents(input: $input) { results { isNew } } }',
    { input: { events: [{ type: 'batch.graphql' }, { type: 'a b' }] } },
  );
  expect(errors?.[0]?.extensions.problem?.errors).toMatchObject([{ pointer: '/events/1/type' }]);
});
