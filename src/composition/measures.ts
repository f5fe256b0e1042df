import type { Measure } from '../kit/http/index.ts';
import { type BacklogCount, countBacklog, countedAtMost } from '../delivery/backlog/backlog.reader.ts';
import type { Core } from './core.ts';

/** Metrics that show whether deliveries keep up. */
export function measures({ connection: { kysely } }: Pick<Core, 'connection'>): Measure[] {
  const measure = (name: string, what: string, count: BacklogCount): Measure => ({
    name,
    help: `${what}; counted up to ${countedAtMost}.`,
    joint: 'max',
    read: () => countBacklog(kysely, count),
  });
  return [
    measure('deckcast_fan_outs_pending', 'Events whose deliveries are still to be created', 'fanOutPendingCount'),
    measure('deckcast_fan_outs_failing', 'Events whose fan-out failed last and is tried again', 'fanOutFailingCount'),
    measure('deckcast_deliveries_due', 'Deliveries whose next attempt is due or under way', 'dueDeliveryCount'),
    measure('deckcast_jobs_dead', 'Background work that was given up and can be retried', 'deadJobCount'),
  ];
}
