import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { inTransaction, type Task } from '../../kit/data/index.ts';
import { positionIn } from '../../kit/live/index.ts';
import { subscriptionsById } from '../subscriptions/subscription.reader.ts';
import { replay, type ReplayData, replayGap, type ReplayOptions } from './replay.ts';

/** Jobs of this kind that one process runs at the same time. */
const slots = 50;

/**
 * Replays one gap in a chain of short jobs, one chain at a time for each subscription. A job that runs twice finds what
 * has been delivered and continues behind it.
 */
export function replayTask(options: ReplayOptions): Task<ReplayData> {
  const { newScope, jobs, wakeUps } = options;
  let recorded = Promise.withResolvers<void>();
  wakeUps.on('attempts', () => {
    recorded.resolve();
    recorded = Promise.withResolvers();
  });
  const attempted = (): Promise<void> => recorded.promise;
  return {
    kind: replay,
    slots,
    groupLimit: 1,
    run: async (carried, signals) => {
      // Without positions it finds what has been delivered, and continues behind it.
      const data = { ...carried, after: positionIn(carried.after), head: positionIn(carried.head) };
      const scope = newScope();
      const [subscription] = await subscriptionsById(scope.em, [data.subscriptionId]);
      if (!subscription?.isActive || subscription.gapSince?.toISOString() !== data.since) return;
      const next = await replayGap({ ...options, scope, signals, attempted }, subscription, data);
      await inTransaction(scope, async (transaction) => {
        if (next === null) await closeGap(transaction.em, data);
        else await jobs.enqueue(transaction, replay, [{ ...next, group: data.subscriptionId }]);
      });
    },
  };
}

/** Does nothing when the subscription has another gap by now. */
async function closeGap(em: SqlEntityManager, { subscriptionId, since }: ReplayData): Promise<void> {
  await sql`update notification_subscription set gap_since = null
    where id = ${subscriptionId} and is_active and gap_since = ${since}::timestamptz`.execute(em.getKysely<unknown>());
}
