import { sql } from 'kysely';
import type { EventAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import type { TestApp } from '../helpers/test-app.ts';

export interface AttemptAnswer {
  number: number;
  outcome: 'DELIVERED' | 'FAILED';
  phase: 'NOT_SENT' | 'INTERRUPTED' | 'ANSWERED';
  statusCode: number | null;
  error: string | null;
  response: string | null;
  startedAt: string;
  durationMs: number;
}

export interface DeliveryAnswer {
  id: string;
  status: 'PENDING' | 'DELIVERED' | 'DEAD' | 'SKIPPED';
  attemptCount: number;
  nextAttemptAt: string | null;
  subscriptionId: string;
  attempts: AttemptAnswer[];
}

export const deliveryFields = `id status attemptCount nextAttemptAt subscriptionId
  attempts { number outcome phase statusCode error response startedAt durationMs }`;

/** Publishes an event, which must be new. */
export async function publish(app: TestApp, type: string, event: object = {}): Promise<EventAnswer> {
  const { status, body } = await app.rest.post<{ event: EventAnswer }>('/api/events', { type, ...event });
  if (status !== 201) throw new Error(`POST /api/events answered ${status}: ${JSON.stringify(body)}`);
  return body.event;
}

/** The deliveries of an event with their attempts, as GraphQL shows them. */
export async function deliveriesOf(app: TestApp, eventId: string): Promise<DeliveryAnswer[]> {
  const query = `query ($eventId: ID) { deliveries(eventId: $eventId, first: 200) { nodes { ${deliveryFields} } } }`;
  const { deliveries } = await app.graphql.data<{ deliveries: { nodes: DeliveryAnswer[] } }>(query, { eventId });
  return deliveries.nodes;
}

/**
 * Waits until an event has its deliveries and none of them has an attempt to come. While it waits it looks at their rows,
 * which costs much less than a request; what it gives is what GraphQL shows then.
 */
export async function settledDeliveries(app: TestApp, eventId: string, count = 1): Promise<DeliveryAnswer[]> {
  const statuses = sql<{ status: string }>`select status from delivery where event_id = ${eventId}`;
  return eventually(
    async () => {
      const { rows } = await statuses.execute(app.database.connection.kysely);
      if (!areSettled(rows, count, 'pending')) throw new Error(JSON.stringify(rows));
      const deliveries = await deliveriesOf(app, eventId);
      if (!areSettled(deliveries, count, 'PENDING')) throw new Error(JSON.stringify(deliveries));
      return deliveries;
    },
    { what: 'the end of all deliveries', timeoutMs: 20_000 },
  );
}

function areSettled(deliveries: readonly { readonly status: string }[], count: number, pending: string): boolean {
  return deliveries.length === count && deliveries.every(({ status }) => status !== pending);
}

/** The only delivery of an event, once it is over. */
export async function settledDelivery(app: TestApp, eventId: string): Promise<DeliveryAnswer> {
  const [delivery] = await settledDeliveries(app, eventId);
  if (delivery === undefined) throw new Error(`the event ${eventId} has no delivery`);
  return delivery;
}

/** Waits until every event has its deliveries. */
export async function fannedOut(app: TestApp): Promise<void> {
  const pending = sql`select 1 from fan_out limit 1`;
  await eventually(async () => (await pending.execute(app.database.connection.kysely)).rows.length === 0, {
    what: 'the end of all fan-outs',
    timeoutMs: 30_000,
  });
}
