import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { type RequestScope, selectPortion } from '../../kit/data/index.ts';
import {
  attemptLog,
  commonEnd,
  isNextTo,
  type LiveFeed,
  logHead,
  type LogSource,
  LogStream,
  lookBehind,
  type Position,
  StreamKey,
} from '../../kit/live/index.ts';
import { AppError } from '../../kit/core/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { seesDeck, sightOf } from '../../kit/rights/index.ts';
import { Attempt } from './delivery.entity.ts';

/** Approximate bytes of an attempt without its texts. */
const rowBytes = 500;

/** An attempt with the ids that streams filter by; null after retention has deleted the delivery. */
export type LoggedAttempt = Attempt &
  Position & {
    readonly subscriptionId: string | null;
    /** Deck of the event. */
    readonly deckId: string | null;
    readonly subscriptionDeckId: string | null;
  };

type Targets = Pick<LoggedAttempt, 'subscriptionId' | 'deckId' | 'subscriptionDeckId'>;

/** Selects attempts of a stream. An absent or null member selects all. */
export interface AttemptFilter {
  readonly subscriptionId?: string | null | undefined;
  readonly deckId?: string | null | undefined;
}

export const attemptSource: LogSource<LoggedAttempt, AttemptFilter> = {
  hint: 'attempts',
  head: (em) => logHead(em, attemptLog),
  stored: {
    lookBehind: (em, place) => lookBehind(em, attemptLog, place),
    commonEnd: (em, place) => commonEnd(em, attemptLog, place),
    lost: async () =>
      new AppError(
        'database_went_back',
        'The database went back to an earlier state: read what you show, and subscribe again.',
      ),
  },
  isSeen: (sight, { deckId, subscriptionDeckId }) => seesDeck(sight, deckId) && seesDeck(sight, subscriptionDeckId),
  matches,
  sizeOf: ({ response, error }) => rowBytes + (response?.length ?? 0) + (error?.length ?? 0),
  read: async (em, { after, filter, limit, bytes }) => {
    const { rows, hasMore } = await selectPortion(em, Attempt, {
      conditions: [isNextTo(attemptLog, after), ...conditions(filter ?? {})],
      order: sql`position`,
      limit,
      bytes,
    });
    const targets = await targetsOf(em, [...new Set(rows.map(({ deliveryId }) => deliveryId))]);
    const unknown = { subscriptionId: null, deckId: null, subscriptionDeckId: null };
    const logged = rows.map((row) => ({ ...row, ...(targets.get(row.deliveryId) ?? unknown) }));
    // The conditions leave none without a position.
    return { rows: logged as LoggedAttempt[], hasMore };
  },
};

/** Subscription and deck of deliveries, by delivery id. */
async function targetsOf(em: SqlEntityManager, deliveryIds: readonly string[]): Promise<ReadonlyMap<string, Targets>> {
  if (deliveryIds.length === 0) return new Map();
  const { rows } = await sql<Targets & { id: string }>`
    select delivery.id, subscription_id as "subscriptionId", event.deck_id as "deckId",
      notification_subscription.deck_id as "subscriptionDeckId"
    from delivery join event on event.id = event_id
      left join notification_subscription on notification_subscription.id = subscription_id
    where delivery.id = any(${[...deliveryIds]}::uuid[])`.execute(em.getKysely<unknown>());
  return new Map(rows.map(({ id, ...target }) => [id, target]));
}

/** Makes streams of attempts from now on. They throw AppError `INVALID_INPUT` for an id that is not a UUID. */
export function attemptFollower(
  feed: LiveFeed<LoggedAttempt, AttemptFilter>,
): (scope: RequestScope, filter: AttemptFilter) => LogStream<LoggedAttempt, AttemptFilter> {
  const uuid = (value: string | null | undefined, name: string): string | null =>
    value === undefined || value === null ? null : requireUuid(value, name);
  return ({ em }, { subscriptionId, deckId }) =>
    new LogStream(
      feed,
      { subscriptionId: uuid(subscriptionId, 'subscriptionId'), deckId: uuid(deckId, 'deckId') },
      sightOf(em),
    );
}

/** The key under which adapters find the stream of attempts. */
export const attemptStream = new StreamKey<ReturnType<typeof attemptFollower>>('attempts');

function conditions({ subscriptionId, deckId }: AttemptFilter): RawBuilder<unknown>[] {
  const among = (deliveries: RawBuilder<unknown>): RawBuilder<unknown> => sql`delivery_id in (${deliveries})`;
  return [
    ...(subscriptionId ? [among(sql`select id from delivery where subscription_id = ${subscriptionId}`)] : []),
    ...(deckId
      ? [among(sql`select delivery.id from delivery join event on event.id = event_id where event.deck_id = ${deckId}`)]
      : []),
  ];
}

function matches({ subscriptionId, deckId }: AttemptFilter, attempt: LoggedAttempt): boolean {
  const isWanted = (wanted: string | null | undefined, value: string | null): boolean =>
    wanted === undefined || wanted === null || wanted === value;
  return isWanted(subscriptionId, attempt.subscriptionId) && isWanted(deckId, attempt.deckId);
}
