import { countOpenContracts } from '../contracts/contracts/contract-count.reader.ts';
import {
  type BacklogCount,
  countBacklog,
  countedAtMost,
  fanOutLagSeconds,
  oldestDueSeconds,
} from '../delivery/backlog/backlog.reader.ts';
import { type Measure, type Metrics, productVersion, type Readiness, Semaphore } from '../kit/core/index.ts';
import type { PoolUse } from '../kit/data/index.ts';
import type { Core } from './core.ts';

/**
 * How long what was read in the database is shown, in milliseconds: however often somebody scrapes. A scrape reads on one
 * connection.
 */
const keptMs = 10_000;

/** What is read when somebody scrapes, once the process has started: the rest is counted where it happens. */
export function addMeasures(metrics: Metrics, core: Core): void {
  for (const measure of [...ofBacklog(core), ...ofConnections(core), ...ofStreams(core)]) metrics.add(measure);
  const { store } = core.speech;
  const { replica } = core.connection;
  metrics.addTally({
    name: 'deckcast_database_replica_reads_total',
    help: 'Reads that may go to the replica, by the server that answered; repeated ones failed on the replica and were answered by the primary.',
    label: 'server',
    read: () => ({ ...replica?.reads }),
  });
  metrics.addTally({
    name: 'deckcast_speech_texts_total',
    help: 'Texts that were to be spoken, by what became of it: made, kept from before, or failed.',
    label: 'result',
    read: () => store.texts,
  });
  metrics.addTally({
    name: 'deckcast_speech_seconds_total',
    help: 'Seconds of speech that texts were given, by its source: made, or kept from before.',
    label: 'source',
    read: () => store.seconds,
  });
}

/** Whether deliveries and contracts keep up. */
function ofBacklog({ connection: { kysely } }: Pick<Core, 'connection'>): Measure[] {
  const oneAtATime = new Semaphore(1);
  const kept = <Value>(read: () => Promise<Value>): (() => Promise<Value>) =>
    keptFor(keptMs, () => oneAtATime.run(read));
  const count = (name: string, what: string, of: BacklogCount): Measure => ({
    name,
    help: `${what}; counted up to ${countedAtMost}.`,
    joint: 'max',
    read: kept(() => countBacklog(kysely, of)),
  });
  return [
    count('deckcast_events_unplaced', 'Committed events without a position in the log', 'arrivedEventCount'),
    count('deckcast_fan_outs_pending', 'Events whose deliveries are still to be created', 'fanOutPendingCount'),
    count('deckcast_fan_outs_failing', 'Events whose fan-out failed last and is tried again', 'fanOutFailingCount'),
    {
      name: 'deckcast_fan_out_lag_seconds',
      help: 'How long the event that is next in the queue of fan-outs has been due.',
      joint: 'max',
      read: kept(() => fanOutLagSeconds(kysely)),
    },
    count('deckcast_deliveries_due', 'Deliveries whose next attempt is due or under way', 'dueDeliveryCount'),
    {
      name: 'deckcast_delivery_oldest_due_seconds',
      help: 'How long the delivery that waits longest has been due.',
      joint: 'max',
      read: kept(() => oldestDueSeconds(kysely)),
    },
    count('deckcast_replays_under_way', 'Subscriptions that are sent what they have missed', 'replayCount'),
    count('deckcast_jobs_dead', 'Background work that was given up and can be retried', 'deadJobCount'),
    {
      name: 'deckcast_contracts_open',
      help: `Contracts that are not over, by state; each counted up to ${countedAtMost}.`,
      joint: 'max',
      label: 'status',
      read: kept(() => countOpenContracts(kysely, countedAtMost)),
    },
  ];
}

/** How the connections to the database are used. */
function ofConnections({ connection }: Pick<Core, 'connection'>): Measure[] {
  const measure = (use: keyof PoolUse, what: string): Measure => ({
    name: `deckcast_database_pool_${use}`,
    help: `${what}, by pool: of requests, of jobs, or to the replica; none of the embedded database.`,
    joint: 'sum',
    label: 'pool',
    read: () => Object.fromEntries(Object.entries(connection.pools()).map(([pool, { [use]: count }]) => [pool, count])),
  });
  return [
    measure('size', 'Most connections that a pool may have'),
    measure('used', 'Connections in use'),
    measure('idle', 'Connections that are open and unused'),
    measure('waiting', 'Work that waits for a connection'),
    {
      name: 'deckcast_database_replica_lag_seconds',
      help: 'How long ago the read replica is known to have had everything; no number without a replica.',
      joint: 'max',
      read: () => connection.replica?.lagSeconds ?? null,
    },
    {
      name: 'deckcast_database_replica_used',
      help: 'Whether the read replica is read, 1 or 0; no number without a replica.',
      joint: 'min',
      read: () => (connection.replica === null ? null : Number(connection.replica.problem() === null)),
    },
  ];
}

/** Who follows the logs, and what that takes. */
function ofStreams({ feeds: { events, attempts, presenterPositions }, jobs }: Pick<Core, 'feeds' | 'jobs'>): Measure[] {
  return [
    {
      name: 'deckcast_live_followers',
      help: 'Followers of live logs, by log. Equal subscriptions of GraphQL share one.',
      joint: 'sum',
      label: 'log',
      read: () => ({
        events: events.followerCount,
        attempts: attempts.followerCount,
        presenter_positions: presenterPositions.followerCount,
      }),
    },
    {
      name: 'deckcast_live_memory_bytes',
      help: 'Memory that live streams hold for their clients.',
      joint: 'sum',
      read: () => events.memory.held,
    },
    {
      name: 'deckcast_jobs_under_way',
      help: 'Jobs of the background that run right now, by kind.',
      joint: 'sum',
      label: 'kind',
      read: () => jobs.underWay,
    },
  ];
}

/** Which process it is, and whether it answers: before it has started, too. */
export function addProcessMeasures(metrics: Metrics, readiness: Readiness): void {
  metrics.add({
    name: 'deckcast_ready',
    help: 'Whether requests can be answered, as /readyz reports it: 1 or 0.',
    joint: 'max',
    read: () =>
      readiness.prove().then(
        () => 1,
        () => 0,
      ),
  });
  metrics.add({
    name: 'deckcast_build_info',
    help: 'The version that runs, as a label; the value is 1.',
    joint: 'max',
    label: 'version',
    read: () => ({ [productVersion]: 1 }),
  });
}

/** The same, read anew after a time; what fails is read again at once. */
function keptFor<Value>(timeMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly until: number } | null = null;
  return () => {
    if (last !== null && performance.now() < last.until) return last.value;
    const value = read();
    const mine = { value, until: performance.now() + timeMs };
    last = mine;
    value.catch(() => {
      if (last === mine) last = null;
    });
    return value;
  };
}
