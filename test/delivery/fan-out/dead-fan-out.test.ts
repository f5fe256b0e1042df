import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { EventAnswer, Schemas, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { unharmed } from '../../helpers/unharmed.ts';
import { deliveriesOf, publish, settledDeliveries, settledDelivery } from '../deliveries.ts';

const app = useApp({ LOG_LEVEL: 'error' });

type FanOutAnswer = Schemas['FanOut'];

const routeOf = ({ id }: { id: string }): string => `/api/events/${id}/fan-out`;

/** The database refuses the deliveries of events of a type, as a constraint of a later version may. */
async function poison(type: string): Promise<void> {
  const { kysely } = app.database.connection;
  await sql
    .raw(`create or replace function refuse() returns trigger language plpgsql as $$ begin
      if exists (select from event where id = new.event_id and type = '${type}') then raise 'no'; end if;
      return new; end $$`)
    .execute(kysely);
  await sql`create trigger poison before insert on delivery for each row execute function refuse()`.execute(kysely);
}

const cure = async (): Promise<void> => {
  await sql`drop trigger if exists poison on delivery`.execute(app.database.connection.kysely);
};

afterEach(cure);

/** Lets the pauses between its failures pass, until the fan-out of an event is given up. */
async function died({ id }: EventAnswer): Promise<FanOutAnswer> {
  const { kysely } = app.database.connection;
  const hurry = sql`
    with hurried as (
      update fan_out set due_at = clock_timestamp() where event_id = ${id} and due_at > clock_timestamp()
    ) select from fan_out where event_id = ${id} and died_at is null`;
  await eventually(async () => (await hurry.execute(kysely)).rows.length === 0, {
    timeoutMs: 30_000,
    what: 'the end of the fan-out',
  });
  const { body } = await app.rest.get<{ fanOut: FanOutAnswer }>(routeOf({ id }));
  expect(body.fanOut.diedAt).not.toBeNull();
  return body.fanOut;
}

const explain = async ({ id }: EventAnswer, one: SubscriptionAnswer): Promise<object> =>
  (await app.rest.get<{ explanation: object }>(`/api/notifications/explain?eventId=${id}&subscriptionId=${one.id}`))
    .body.explanation;

test('an event that cannot be fanned out dies after 10 tries, is reported, and can be tried again', async () => {
  const one = await createSubscription(app.rest, { eventType: 'poison.*' });
  await poison('poison.real');
  const event = await publish(app, 'poison.real');
  const neighbour = await publish(app, 'poison.neighbour');
  expect(await settledDelivery(app, neighbour.id)).toMatchObject({ status: 'DELIVERED' });
  const fanOut = await unharmed(app, () => died(event));
  expect(fanOut).toMatchObject({ eventId: event.id, attemptCount: 10, error: 'P0001' });
  const reported = (await app.events('types=fan_out.dead')).map(({ data }) => data);
  expect(reported).toEqual([{ eventId: event.id, eventType: 'poison.real', attemptCount: 10, error: 'P0001' }]);
  expect(app.log.filter((line) => line.includes('the fan-out of an event was given up'))).toHaveLength(1);
  expect(await explain(event, one)).toMatchObject({
    verdict: 'fan_out_dead',
    detail: expect.stringContaining(`given up at ${fanOut.diedAt}, after it had failed 10 times (P0001).`),
  });
  await cure();
  expect(await deliveriesOf(app, event.id)).toEqual([]);
  const { status, body } = await app.rest.post<{ fanOut: FanOutAnswer }>(`${routeOf(event)}/retry`);
  expect([status, body.fanOut.attemptCount, body.fanOut.diedAt]).toEqual([200, 0, null]);
  expect(await settledDelivery(app, event.id)).toMatchObject({ status: 'DELIVERED' });
  const over = await app.rest.get(routeOf(event));
  expect([over.status, over.body.code]).toEqual([404, 'NOT_FOUND']);
  expect((await app.rest.post(`${routeOf(event)}/retry`)).status).toBe(404);
}, 60_000);

test('GraphQL reads and retries it in the same way', async () => {
  await createSubscription(app.rest, { eventType: 'venom.*' });
  await poison('venom.real');
  const event = await publish(app, 'venom.real');
  const fanOut = await died(event);
  const fields = '{ eventId attemptCount error dueAt diedAt }';
  const query = `query ($id: ID!) { fanOut(eventId: $id) ${fields} }`;
  expect(await app.graphql.data(query, { id: event.id })).toEqual({ fanOut });
  await cure();
  const mutation = `mutation ($id: ID!) { retryFanOut(eventId: $id) { fanOut ${fields} } }`;
  expect(await app.graphql.data(mutation, { id: event.id })).toMatchObject({
    retryFanOut: { fanOut: { eventId: event.id, attemptCount: 0, error: null, diedAt: null } },
  });
  expect(await settledDelivery(app, event.id)).toMatchObject({ status: 'DELIVERED' });
  const { errors } = await app.graphql.send(query, { id: event.id });
  expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
}, 60_000);

/** A subscription whose deliveries a stranger's constraint keeps from being stored. */
async function subscribeRefused(eventType: string): Promise<SubscriptionAnswer> {
  const refused = await createSubscription(app.rest, { eventType });
  await sql`alter table delivery add constraint strange
    check (subscription_id <> ${sql.lit(refused.id)}::uuid)`.execute(app.database.connection.kysely);
  return refused;
}

test('a subscription whose row makes the fan-out fail delays no other subscription', async () => {
  const { kysely } = app.database.connection;
  const before = await createSubscription(app.rest, { eventType: 'delivery.dead' });
  const strange = await subscribeRefused('delivery.dead');
  const behind = await createSubscription(app.rest, { eventType: 'delivery.*' });
  const event = await publish(app, 'delivery.dead', { data: { subscriptionId: randomUUID() } });
  const deliveries = await settledDeliveries(app, event.id, 2);
  expect(deliveries.map(({ subscriptionId }) => subscriptionId).toSorted()).toEqual([before.id, behind.id].toSorted());
  expect(deliveries.map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED']);
  const failed = await eventually(async () => {
    const { body } = await app.rest.get<{ fanOut: FanOutAnswer }>(routeOf(event));
    return body.fanOut.attemptCount > 0 && body.fanOut;
  });
  expect(failed).toMatchObject({ error: '23514', diedAt: null });
  expect(await explain(event, strange)).toMatchObject({ verdict: 'fan_out_pending' });
  const line = app.log.find((text) => text.includes(event.id) && text.includes('the fan-out of an event failed'));
  expect(line).toContain(`"subscriptions":["${strange.id}"]`);
  await sql`alter table delivery drop constraint strange`.execute(kysely);
  expect((await app.rest.post(`${routeOf(event)}/retry`)).status).toBe(200);
  const all = await settledDeliveries(app, event.id, 3);
  expect(all.map(({ subscriptionId }) => subscriptionId)).toContain(strange.id);
  expect((await app.rest.get(routeOf(event))).status).toBe(404);
}, 60_000);

test('a dead fan-out whose report fails as well is not reported again', async () => {
  await createSubscription(app.rest, { eventType: '*' });
  await poison('fan_out.dead');
  const { kysely } = app.database.connection;
  const event = await publish(app, 'fan_out.dead');
  await died(event);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from event
    where type = 'fan_out.dead' and data ->> 'eventId' = ${event.id}`.execute(kysely);
  expect(rows).toEqual([{ count: 0 }]);
}, 60_000);
