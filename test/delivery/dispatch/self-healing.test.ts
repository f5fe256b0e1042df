import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { replay } from '../../../src/delivery/dispatch/replay.ts';
import { inTransaction } from '../../../src/kit/data/scope.ts';
import type { EventAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { testOnPostgres } from '../../helpers/on-postgres.ts';
import { useApp } from '../../helpers/test-app.ts';
import { type ReceivedWebhook, useReceiver } from '../../helpers/webhook-receiver.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { type DeliveryAnswer, deliveriesOf, deliveryFields, publish, settledDelivery } from '../deliveries.ts';

const often = Array<string>(20).fill('0.3').join();
const app = useApp({ DISABLE_AFTER_SECONDS: '3', PROBE_DELAYS: '0.3,0.6', DELIVERY_RETRY_DELAYS: often });
const receiver = useReceiver();
const writer = useWriter(app);
/** Answers of single paths; the others take everything. */
const answers = new Map<string, (webhook: ReceivedWebhook) => number>();

receiver.answer = (path) => {
  const webhook = receiver.at(path).at(-1);
  return (webhook && answers.get(path)?.(webhook)) ?? 204;
};

const down = (): number => 503;
const typeOf = ({ body }: ReceivedWebhook): string => (JSON.parse(body) as EventAnswer).type;
const idOf = ({ headers }: ReceivedWebhook): string => String(headers['webhook-id']);

let counter = 0;

/** A subscription with a receiver of its own, which hears the events of its own type. */
class Case {
  readonly type = `healing.case_${(counter += 1)}`;
  readonly path = `/${this.type}`;
  readonly accepted: string[] = [];
  subscription!: SubscriptionAnswer;

  async subscribe(policy: object = { isAutoRecoverEnabled: true }): Promise<this> {
    const channelConfig = { url: `${receiver.url}${this.path}` };
    this.subscription = await createSubscription(app.rest, { eventType: this.type, channel: 'webhook', channelConfig });
    await this.change({ ...policy }, '/policy');
    this.answer(() => 204);
    return this;
  }

  /** Keeps what was accepted, in order; the answers to probes are not told apart unless the test does. */
  answer(judge: (webhook: ReceivedWebhook) => number): void {
    answers.set(this.path, (webhook) => {
      const status = judge(webhook);
      if (status === 204 && typeOf(webhook) === this.type) this.accepted.push(idOf(webhook));
      return status;
    });
  }

  async change(changes: object, of = ''): Promise<void> {
    const { status } = await app.rest.put(`/api/notifications/subscriptions/${this.subscription.id}${of}`, changes);
    expect(status).toBe(200);
  }

  async say(count = 1): Promise<EventAnswer[]> {
    const events: EventAnswer[] = [];
    for (let index = 0; index < count; index += 1) events.push(await publish(app, this.type));
    return events;
  }

  async state(): Promise<{ isActive: boolean; disabledReason: string | null; probeDelivery: DeliveryAnswer | null }> {
    const query = `query ($id: ID!) { subscription(id: $id) { isActive disabledReason probeDelivery { ${deliveryFields} } } }`;
    const { id } = this.subscription;
    return (await app.graphql.data<{ subscription: Awaited<ReturnType<Case['state']>> }>(query, { id })).subscription;
  }

  /** Takes the receiver down and waits until the subscription is switched off for it. */
  async fail(): Promise<EventAnswer[]> {
    this.answer(down);
    const events = await this.say(2);
    const { kysely } = app.database.connection;
    const isOff = sql`select from notification_subscription where id = ${this.subscription.id} and not is_active`;
    await eventually(async () => (await isOff.execute(kysely)).rows.length === 1, {
      timeoutMs: 20_000,
      what: 'the switching off',
    });
    expect((await this.state()).isActive).toBe(false);
    return events;
  }

  pings(): ReceivedWebhook[] {
    return receiver.at(this.path).filter((webhook) => typeOf(webhook) === 'test.ping');
  }

  /** Waits until all have been accepted, in the order of the log. */
  async expectInOrder(events: EventAnswer[]): Promise<void> {
    const log = await app.events(`types=${this.type}`);
    const wanted = new Set(events.map(({ id }) => id));
    await eventually(() => this.accepted.length >= events.length, { timeoutMs: 30_000, what: 'the replay' });
    expect(this.accepted).toEqual(log.map(({ id }) => id).filter((id) => wanted.has(id)));
    for (const { id } of events) expect(await settledDelivery(app, id)).toMatchObject({ status: 'DELIVERED' });
  }

  /** Events that are about this subscription. */
  async reported(type: string): Promise<EventAnswer['data'][]> {
    const log = await app.events(`types=${type}`);
    return log.map(({ data }) => data).filter((data) => data['subscriptionId'] === this.subscription.id);
  }
}

/** Waits until a receiver that is down for good has had so many more probes: others would have had some as well. */
async function whileProbed(reference: Case, count: number): Promise<void> {
  const before = reference.pings().length;
  await eventually(() => reference.pings().length >= before + count, { timeoutMs: 20_000, what: 'more probes' });
}

let reference: Case;
/** Subscriptions that are switched off, with the events that they have missed. */
const switchedOff: { readonly one: Case; readonly missed: EventAnswer[] }[] = [];

function takeSwitchedOff(): { readonly one: Case; readonly missed: EventAnswer[] } {
  const taken = switchedOff.pop();
  if (taken === undefined) throw new Error('more tests take a subscription than `beforeAll` prepares');
  return taken;
}

// Together, because each is switched off after seconds of failures only.
beforeAll(async () => {
  const prepare = async (): Promise<void> => {
    const one = await new Case().subscribe();
    switchedOff.push({ one, missed: await one.fail() });
  };
  await Promise.all(Array.from({ length: 9 }, prepare));
  reference = takeSwitchedOff().one;
}, 60_000);

test('a receiver that comes back is switched on and gets what it has missed, once and in order', async () => {
  const one = await new Case().subscribe();
  await one.say(3);
  await eventually(() => one.accepted.length === 3);
  one.accepted.splice(0);

  const missed = await one.fail();
  const { disabledReason, probeDelivery } = await one.state();
  expect(await one.reported('subscription.disabled')).toMatchObject([{ reason: disabledReason }]);
  expect(probeDelivery).toMatchObject({ status: 'PENDING' });
  missed.push(...(await one.say(60)));
  const search = new URLSearchParams({ eventId: missed.at(-1)?.id ?? '', subscriptionId: one.subscription.id });
  const { body: answer } = await app.rest.get<{ explanation: { verdict: string; detail: string } }>(
    `/api/notifications/explain?${search.toString()}`,
  );
  const explained = answer.explanation;
  expect(explained.verdict).toBe('inactive');
  expect(explained.detail).toMatch(
    / All attempts have failed since 20\S+\. Its receiver is probed, next (now|at 20\S+); once it answers, /,
  );
  await eventually(() => one.pings().length >= 2, { what: 'two probes' });
  expect(one.accepted).toEqual([]);

  one.answer(() => 204);
  const [recovered] = await eventually(async () => {
    const reported = await one.reported('subscription.recovered');
    return reported.length > 0 && reported;
  });
  await one.expectInOrder(missed);
  expect(disabledReason).toBe(`All attempts have failed since ${String(recovered?.['since'])}.`);
  expect(await one.state()).toEqual({ isActive: true, disabledReason: null, probeDelivery: null });
  expect(await one.reported('subscription.recovered')).toHaveLength(1);
  expect(await one.reported('delivery.dead')).toEqual([]);

  const later = await one.say();
  await eventually(() => one.accepted.at(-1) === later[0]?.id);
  expect(one.accepted).toHaveLength(missed.length + 1);
  const { body } = await app.rest.get<{ subscriptionSecret: { secret: string } }>(
    `/api/notifications/subscriptions/${one.subscription.id}/secret`,
  );
  for (const { body: text, headers } of one.pings()) {
    expect(new Webhook(body.subscriptionSecret.secret).verify(text, headers as Record<string, string>)).toMatchObject({
      type: 'test.ping',
      data: { subscriptionId: one.subscription.id },
    });
  }
}, 90_000);

test('probes are one delivery, whose attempts keep their distance and never end it', async () => {
  await whileProbed(reference, 3);
  // The delivery and its attempts are read one after the other: an attempt may be recorded in between.
  const { probeDelivery } = await eventually(async () => {
    const state = await reference.state();
    return state.probeDelivery?.attemptCount === state.probeDelivery?.attempts.length && state;
  });
  const { attempts = [] } = probeDelivery ?? {};
  expect(probeDelivery).toMatchObject({ status: 'PENDING', attemptCount: attempts.length });
  const times = attempts.map(({ startedAt }) => Date.parse(startedAt));
  for (const [index, time] of times.slice(1).entries()) expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(480);
  expect(await reference.reported('delivery.dead')).toEqual([]);
  expect(new Set(reference.pings().map(idOf)).size).toBe(1);
}, 30_000);

test('nothing is probed without the wish for it, which may come and go while it is off', async () => {
  const one = await new Case().subscribe({});
  const missed = await one.fail();
  await whileProbed(reference, 2);
  expect([one.pings(), (await one.state()).probeDelivery]).toEqual([[], null]);

  await one.change({ isAutoRecoverEnabled: true }, '/policy');
  await eventually(() => one.pings().length > 0, { what: 'the first probe' });
  const { probeDelivery } = await one.state();

  await one.change({ isAutoRecoverEnabled: false }, '/policy');
  const { length } = one.pings();
  one.answer(() => 204);
  await whileProbed(reference, 2);
  // One that was under way is not recorded.
  expect(one.pings().length - length).toBeLessThanOrEqual(1);
  expect(await one.state()).toMatchObject({ isActive: false, probeDelivery: null });
  const { delivery } = await app.graphql.data<{ delivery: DeliveryAnswer }>(
    'query ($id: ID!) { delivery(id: $id) { status } }',
    { id: probeDelivery?.id },
  );
  expect(delivery.status).toBe('SKIPPED');

  await one.change({ isAutoRecoverEnabled: true }, '/policy');
  await one.expectInOrder(missed);
}, 90_000);

test('a receiver that answers a probe with 410 is asked no more', async () => {
  const { one } = takeSwitchedOff();
  one.answer(() => 410);
  const { probeDelivery } = await one.state();
  await eventually(async () => (await one.state()).disabledReason === 'The receiver answered 410 Gone.');
  const { length } = one.pings();
  await one.change({ isAutoRecoverEnabled: false }, '/policy');
  await one.change({ isAutoRecoverEnabled: true }, '/policy');
  await whileProbed(reference, 2);
  expect(await one.state()).toMatchObject({ isActive: false, probeDelivery: null });
  expect(one.pings()).toHaveLength(length);
  expect((await one.reported('subscription.disabled')).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^All attempts have failed since/),
    'The receiver answered 410 Gone.',
  ]);
  expect((await one.reported('delivery.dead')).filter(({ deliveryId }) => deliveryId === probeDelivery?.id)).toEqual(
    [],
  );
}, 60_000);

test('a subscription that a person switches on is probed no more, and its gap is left to that person', async () => {
  const { one, missed } = takeSwitchedOff();
  one.answer((webhook) => (typeOf(webhook) === 'test.ping' ? 503 : 204));
  await one.change({ isActive: true });
  const { length } = one.pings();
  const [after] = await one.say();
  await settledDelivery(app, after?.id ?? '');
  await whileProbed(reference, 2);
  expect(one.pings().length - length).toBeLessThanOrEqual(1);
  expect(await one.state()).toEqual({ isActive: true, disabledReason: null, probeDelivery: null });
  expect(one.accepted).toContain(after?.id);
  expect(await one.reported('subscription.recovered')).toEqual([]);
  const recover = `/api/notifications/subscriptions/${one.subscription.id}/recover`;
  await app.rest.post(recover, { since: missed[0]?.timestamp });
  await eventually(() => one.accepted.includes(missed[0]?.id ?? ''));
}, 60_000);

test('a receiver that fails again in the middle of the replay keeps its order and loses nothing', async () => {
  const { one, missed } = takeSwitchedOff();
  missed.push(...(await one.say(20)));
  let left = 2;
  one.answer((webhook) => (idOf(webhook) === missed[7]?.id && (left -= 1) >= 0 ? 500 : 204));
  await one.expectInOrder(missed);
  expect(left).toBe(-1);
}, 60_000);

test('one that is switched off again in the middle of the replay goes on with it once it is back', async () => {
  const { one, missed } = takeSwitchedOff();
  missed.push(...(await one.say(20)));
  one.answer(() => (one.accepted.length < 5 ? 204 : 503));
  await eventually(async () => (await one.reported('subscription.disabled')).length === 2, { timeoutMs: 30_000 });
  missed.push(...(await one.say(5)));
  one.answer(() => 204);
  await one.expectInOrder(missed);
  expect(await one.reported('subscription.recovered')).toHaveLength(2);
}, 90_000);

test('an event that nobody can take holds up those behind it until it is dead, and not longer', async () => {
  const { one, missed } = takeSwitchedOff();
  missed.push(...(await one.say(10)));
  await one.change({ retryDelays: [1] }, '/policy');
  const poison = missed[4]?.id ?? '';
  let before = -1;
  one.answer((webhook) => {
    if (idOf(webhook) !== poison) return 204;
    before = one.accepted.length;
    return 500;
  });
  await one.expectInOrder(missed.filter(({ id }) => id !== poison));
  expect(before).toBe(4);
  const [delivery] = await deliveriesOf(app, poison);
  expect(delivery).toMatchObject({ status: 'DEAD', attemptCount: 2 });
  expect(await one.reported('delivery.dead')).toMatchObject([{ eventId: poison }]);
}, 60_000);

test('an event that would be tried for longer than the subscription is given does not hold it up', async () => {
  const { one, missed } = takeSwitchedOff();
  missed.push(...(await one.say(10)));
  await one.change({ retryDelays: [1_000] }, '/policy');
  const poison = missed[4]?.id ?? '';
  one.answer((webhook) => (idOf(webhook) === poison ? 500 : 204));
  await one.expectInOrder(missed.filter(({ id }) => id !== poison));
  const [delivery] = await deliveriesOf(app, poison);
  expect(delivery).toMatchObject({ status: 'PENDING', attemptCount: 1 });
}, 60_000);

testOnPostgres(
  'what an open transaction still hides from readers of the log is replayed too',
  async () => {
    const { one, missed } = takeSwitchedOff();
    const [opened, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const older = writer.append('healing.older', {
      beforeEnd: async () => {
        opened.resolve();
        await ended.promise;
      },
    });
    await opened.promise;
    try {
      missed.push(...(await one.say(3)));
      one.answer(() => 204);
      await eventually(() => one.accepted.length === missed.length, { timeoutMs: 20_000, what: 'the replay' });
      expect(one.accepted).toEqual(missed.map(({ id }) => id));
    } finally {
      ended.resolve();
      await older;
    }
  },
  60_000,
);

test('a job of an earlier replay neither sends nor ends a later one', async () => {
  const { one, missed } = takeSwitchedOff();
  missed.push(...(await one.say(10)));
  const failing = Promise.withResolvers<void>();
  let left = 1;
  one.answer((webhook) => {
    if (idOf(webhook) !== missed[4]?.id || (left -= 1) < 0) return 204;
    failing.resolve();
    return 500;
  });
  await failing.promise;
  const place = '0';
  const { id } = one.subscription;
  const earlier = { subscriptionId: id, since: '2026-01-01T00:00:00.000Z', after: place, head: place };
  await inTransaction(writer.scope(), async (transaction) => {
    await writer.jobs.enqueue(transaction, replay, [{ data: earlier }]);
  });
  const isOver = sql`select 1 from pgboss.job where name = ${replay.name} and state = 'completed'
    and data->>'subscriptionId' = ${id} and data->>'since' = ${earlier.since}`;
  await eventually(async () => (await isOver.execute(app.database.connection.kysely)).rows.length === 1);
  await one.expectInOrder(missed);
  expect(one.accepted).toHaveLength(missed.length);
}, 60_000);
