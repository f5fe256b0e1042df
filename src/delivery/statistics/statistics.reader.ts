import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { Int, ObjectType } from 'type-graphql';
import {
  answerOf,
  attributes,
  databaseTime,
  readOnReplica,
  type RequestScope,
  shown,
  shownList,
  shownPartOrNull,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { AppError, isGiven } from '../../kit/core/index.ts';
import { sightOf, visibleRows } from '../../kit/rights/index.ts';
import { readSubscription } from '../subscriptions/subscription.reader.ts';
import { allSubscriptions, DeliveryStatistic } from './delivery-statistic.entity.ts';
import { percentile } from './latency.ts';
import { bucketsOf, type StatisticsPeriod } from './periods.ts';

const latencyAttributes = attributes({
  p50: shown(Int, 'Half of the attempts took no longer, in milliseconds; at most a quarter off.'),
  p95: shown(Int, 'Nineteen of twenty attempts took no longer, in milliseconds; at most a quarter off.'),
});

@ObjectType({ simpleResolvers: true, description: 'How long delivery attempts took.' })
export class AttemptLatency extends answerOf(latencyAttributes) {}

const latencyView = view<AttemptLatency>('AttemptLatency', viewOf(latencyAttributes));

const bucketAttributes = attributes({
  start: shown(Date, 'When the bucket begins: a multiple of its length, in UTC.'),
  eventCount: shown(Int, 'Events; of one subscription those whose first attempt was made.'),
  deliveredCount: shown(Int, 'Attempts that the receiver accepted.'),
  failedAttemptCount: shown(Int, 'Attempts that failed.'),
  deadCount: shown(Int, 'Deliveries that were given up.'),
  latencyMs: shownPartOrNull(AttemptLatency, latencyView, 'How long the attempts took; null without any.'),
  backlogCount: shown(Int, 'Most deliveries that waited for an attempt, which are counted once a minute.'),
});

@ObjectType({ simpleResolvers: true, description: 'What became of deliveries in a part of a period.' })
export class StatisticsBucket extends answerOf(bucketAttributes) {}

const bucketView = view<StatisticsBucket>('StatisticsBucket', viewOf(bucketAttributes));

const statisticsAttributes = attributes({
  from: shown(Date, 'When the first bucket begins.'),
  to: shown(Date, 'When the last bucket ends, which is the one of now.'),
  bucketSeconds: shown(Int, 'Length of each bucket in seconds.'),
  buckets: shownList(StatisticsBucket, bucketView, 'All buckets of the period, oldest first, also empty ones.', 100),
});

@ObjectType({ simpleResolvers: true, description: 'What became of deliveries, by time.' })
export class DeliveryStatistics extends answerOf(statisticsAttributes) {}

/** As REST shows it. */
export const statisticsView = view<DeliveryStatistics>('DeliveryStatistics', viewOf(statisticsAttributes));

const empty = { eventCount: 0, deliveredCount: 0, failedAttemptCount: 0, deadCount: 0, backlogCount: 0 };

type Row = Omit<StatisticsBucket, 'latencyMs'> & Pick<DeliveryStatistic, 'latencies'>;

/**
 * The statistics of all deliveries, or of those to one subscription. They are counted about a second after the fact, and
 * may come from the read replica.
 *
 * @throws AppError `NOT_FOUND`, or `FORBIDDEN` for all deliveries where the caller is limited to decks
 */
export async function readStatistics(
  scope: RequestScope,
  period: StatisticsPeriod,
  subscriptionId?: string | null,
): Promise<DeliveryStatistics> {
  const { em } = scope;
  const whose = isGiven(subscriptionId) ? (await readSubscription(scope, subscriptionId)).id : everything(scope);
  const { seconds, count } = bucketsOf[period];
  const length = seconds * 1_000;
  const to = (Math.floor((await databaseTime(em)).getTime() / length) + 1) * length;
  const from = to - count * length;
  const read = (reader: SqlEntityManager) =>
    sql<Row>`
    select start, event_count as "eventCount", delivered_count as "deliveredCount",
      failed_attempt_count as "failedAttemptCount", dead_count as "deadCount", backlog_count as "backlogCount", latencies
    from ${visibleRows(reader, DeliveryStatistic)}
    where subscription_id = ${whose} and seconds = ${seconds} and start >= ${new Date(from).toISOString()}::timestamptz`.execute(
      reader.getKysely<unknown>(),
    );
  const { rows } = await readOnReplica(scope, read);
  const counted = new Map(rows.map((row) => [new Date(row.start).getTime(), row]));
  const buckets = Array.from({ length: count }, (_, at): StatisticsBucket => {
    const start = from + at * length;
    const { latencies, ...counts } = counted.get(start) ?? { ...empty, latencies: null };
    return { ...counts, start: new Date(start), latencyMs: latencyOf(latencies ?? []) };
  });
  return { from: new Date(from), to: new Date(to), bucketSeconds: seconds, buckets };
}

/** The sum over all subscriptions says something about those that a limited caller does not see. */
function everything({ em, trail }: RequestScope): string {
  if (sightOf(em).decks === null) return allSubscriptions;
  const refusal = new AppError(
    'limited_to_decks',
    'The statistics of all deliveries need a key that is not limited to decks: name one subscription by subscriptionId.',
  );
  trail?.refused(refusal);
  throw refusal;
}

function latencyOf(counts: readonly number[]): AttemptLatency | null {
  const [p50, p95] = [percentile(counts, 0.5), percentile(counts, 0.95)];
  return p50 === null || p95 === null ? null : { p50, p95 };
}
