import { sql } from 'kysely';
import type { Measure } from '../kit/http/index.ts';
import { deadJobQueue } from '../kit/data/index.ts';
import type { Core } from './core.ts';

/** Rows that are counted at most, so that a long backlog costs no more than this. */
const countedAtMost = 10_000;

/** Metrics that show whether deliveries keep up. */
export function measures({ connection: { kysely } }: Pick<Core, 'connection'>): Measure[] {
  const count = async (rows: ReturnType<typeof sql>): Promise<number> => {
    const counted = sql<{
      count: number;
    }>`select count(*)::int as count from (${rows} limit ${countedAtMost}) as counted`;
    return (await counted.execute(kysely)).rows[0]?.count ?? 0;
  };
  return [
    {
      name: 'deckcast_fan_outs_pending',
      help: `Events whose deliveries are still to be created; counted up to ${countedAtMost}.`,
      joint: 'max',
      read: () => count(sql`select from fan_out`),
    },
    {
      name: 'deckcast_fan_outs_failing',
      help: `Events whose fan-out failed last and is tried again; counted up to ${countedAtMost}.`,
      joint: 'max',
      read: () => count(sql`select from fan_out where attempt_count > 0`),
    },
    {
      name: 'deckcast_deliveries_due',
      help: `Deliveries whose next attempt is due or under way; counted up to ${countedAtMost}.`,
      joint: 'max',
      read: () => count(sql`select from delivery where status = 'pending' and next_attempt_at <= now()`),
    },
    {
      name: 'deckcast_jobs_dead',
      help: `Background work that was given up and can be retried; counted up to ${countedAtMost}.`,
      joint: 'max',
      read: () => count(sql`select from pgboss.job where name = ${deadJobQueue}`),
    },
  ];
}
