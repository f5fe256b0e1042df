import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { type RequestScope, type WakeUps, WorkLoop } from '../../kit/data/index.ts';
import { AttemptOutcome, DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { allSubscriptions } from './delivery-statistic.entity.ts';
import { latencyBounds } from './latency.ts';
import { bucketsOf } from './periods.ts';

/** How long what was recorded waits, so that much of it is counted at once, in milliseconds. */
const gatherMs = 1_000;
const minuteMs = 60_000;

/** Most events and most attempts of one statement. */
const mostAtOnce = 5_000;

const lengths = Object.values(bucketsOf).map(({ seconds }) => seconds);
const everyLength = sql`(values ${sql.join(lengths.map((seconds) => sql`(${sql.lit(seconds)})`))}) as length(seconds)`;
const all = sql`${sql.lit(allSubscriptions)}::uuid`;

/** The beginning of the bucket in which a time is. @param epoch SQL of its seconds since the epoch */
function bucketStart(epoch: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_timestamp(floor(${epoch} / seconds) * seconds)`;
}

/** The last position of an attempt that is counted. */
export const attemptsCounted = sql`(select attempt_position from delivery_statistic_progress)`;

/** What the worker needs from its process. */
interface StatisticsWorkerOptions {
  readonly newScope: () => RequestScope;
  readonly wakeUps: WakeUps;
  readonly log: Logger;
}

/**
 * Counts the logs of events and attempts into buckets of time, a second after they were written. It follows their
 * positions, so that what records them does nothing for it. One statement counts and moves the place in the logs: a
 * process that is killed has done both or neither, and of several processes one counts at a time. While nothing is
 * recorded it looks once a minute, for the backlog and in case that a wake-up was lost.
 */
export class StatisticsWorker {
  readonly #loop: WorkLoop;
  #gathering: NodeJS.Timeout | undefined;

  constructor(private readonly options: StatisticsWorkerOptions) {
    const { log } = options;
    this.#loop = new WorkLoop({
      name: 'the statistics of deliveries',
      step: () => this.#step(),
      log,
      pauseMs: () => minuteMs - (Date.now() % minuteMs),
    });
  }

  start(): void {
    const { wakeUps } = this.options;
    wakeUps.on('events', this.#wakeSoon);
    wakeUps.on('attempts', this.#wakeSoon);
    this.#loop.start();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#gathering);
    await this.#loop.stop();
  }

  readonly #wakeSoon = (): void => {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#loop.wake();
    }, gatherMs);
  };

  /** @returns whether there may be more to do */
  async #step(): Promise<boolean> {
    const { em } = this.options.newScope();
    await countBacklog(em);
    return (await countSome(em)) === mostAtOnce;
  }
}

/** @returns how many events or attempts it has read of the log of which it has read more; 0 while another process counts */
async function countSome(em: SqlEntityManager): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with progress as materialized (
      select event_position, attempt_position from delivery_statistic_progress
      where event_position < (select max(position) from event_position)
        or attempt_position < (select max(position) from attempt_position)
      for update skip locked
    ), next_event as materialized (
      select position, event_id from event_position
      where position > (select event_position from progress) order by position limit ${sql.lit(mostAtOnce)}
    ), next_attempt as materialized (
      select position, attempt_id from attempt_position
      where position > (select attempt_position from progress) order by position limit ${sql.lit(mostAtOnce)}
    ), fact as (
      select least(timestamp, now()) as at, null::uuid as subscription_id, 1 as events,
        0 as delivered, 0 as failed, 0 as dead, null::integer as duration_ms
      from next_event join event on event.id = event_id
      union all
      select least(started_at + duration_ms * interval '1 millisecond', now()), subscription_id, (number = 1)::integer,
        (outcome = ${AttemptOutcome.DELIVERED})::integer, (outcome = ${AttemptOutcome.FAILED})::integer,
        gave_up::integer, duration_ms
      from next_attempt join delivery_attempt on delivery_attempt.id = attempt_id
        join delivery on delivery.id = delivery_id
    ), tally as (
      select floor(extract(epoch from at) / 60) * 60 as minute, subscription_id,
        width_bucket(duration_ms, ${sql.lit(`{${latencyBounds.join()}}`)}::integer[]) as class, count(*) as facts,
        sum(events) as events, sum(delivered) as delivered, sum(failed) as failed, sum(dead) as dead
      from fact group by 1, 2, 3
    ), counted as (
      insert into delivery_statistic
        (subscription_id, seconds, start, event_count, delivered_count, failed_attempt_count, dead_count, latencies)
      select share.subscription_id, seconds, ${bucketStart(sql`minute`)}, sum(share.events), sum(delivered), sum(failed),
        sum(dead), array[${sql.join(latencyBounds.map((_, at) => sql`coalesce(sum(facts) filter (where class = ${sql.lit(at + 1)}), 0)::integer`))}]
      from tally cross join ${everyLength} cross join lateral (
        values (subscription_id, events), (${all}, case when subscription_id is null then events else 0 end)
      ) as share(subscription_id, events)
      where share.subscription_id is not null group by 1, 2, 3
      on conflict (subscription_id, seconds, start) do update set
        event_count = delivery_statistic.event_count + excluded.event_count,
        delivered_count = delivery_statistic.delivered_count + excluded.delivered_count,
        failed_attempt_count = delivery_statistic.failed_attempt_count + excluded.failed_attempt_count,
        dead_count = delivery_statistic.dead_count + excluded.dead_count,
        latencies = array(
          select coalesce(before, 0) + added
          from unnest(delivery_statistic.latencies, excluded.latencies) with ordinality as pair(before, added, class)
          order by class)
    ), moved as (
      update delivery_statistic_progress set
        event_position = coalesce((select max(position) from next_event), progress.event_position),
        attempt_position = coalesce((select max(position) from next_attempt), progress.attempt_position)
      from progress
    )
    select greatest((select count(*) from next_event), (select count(*) from next_attempt))::integer as count`.execute(
    em.getKysely<unknown>(),
  );
  return rows[0]?.count ?? 0;
}

/** Notes how many deliveries wait, once a minute, whichever process comes first. */
async function countBacklog(em: SqlEntityManager): Promise<void> {
  await sql`
    with due as (
      update delivery_statistic_progress set backlog_at = now() where backlog_at < date_trunc('minute', now()) returning id
    ), backlog as (
      select coalesce(subscription_id, ${all}) as subscription_id, count(*) as waiting from delivery
      where status = ${sql.lit(DeliveryStatus.PENDING)} and exists (select from due)
      group by grouping sets ((subscription_id), ())
    )
    insert into delivery_statistic (subscription_id, seconds, start, backlog_count)
    select subscription_id, seconds, ${bucketStart(sql`extract(epoch from now())`)}, waiting
    from backlog cross join ${everyLength} where waiting > 0
    on conflict (subscription_id, seconds, start)
      do update set backlog_count = greatest(delivery_statistic.backlog_count, excluded.backlog_count)`.execute(
    em.getKysely<unknown>(),
  );
}

/** About how many rows one statement deletes. */
const prunedAtOnce = 2_000;

/** Deletes some buckets that no period reaches. @returns how many */
export async function pruneStatistics({ em }: Pick<RequestScope, 'em'>): Promise<number> {
  const isOver = Object.values(bucketsOf).map(
    ({ seconds, count }) =>
      sql`(seconds = ${sql.lit(seconds)} and start < now() - ${sql.lit(seconds * (count + 1))} * interval '1 second')`,
  );
  const { rows } = await sql`
    delete from delivery_statistic where (subscription_id, seconds, start) in (
      select subscription_id, seconds, start from delivery_statistic where ${sql.join(isOver, sql` or `)}
      limit ${sql.lit(prunedAtOnce)}
    ) returning 1`.execute(em.getKysely<unknown>());
  return rows.length;
}
