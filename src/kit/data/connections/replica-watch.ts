import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { ConnectionError } from './connection-error.ts';
import { reasonOf } from './outage-retry.ts';
import { type PrimaryState, type ReplicaState, replicaState } from './replica-state.ts';
import { TimedClient } from './timed-client.ts';

/** Pause between one look and the next, in milliseconds. */
const pauseMs = 1_000;
/** Longest time for a connection, and for an answer, in milliseconds. */
const answerMs = 3_000;
/** A replica that lags by more is not read, and is read again once it lags by less than the second, in milliseconds. */
const mostLagMs = 10_000;
const readAgainMs = 5_000;
/** Most positions of the primary that are kept: beyond, every second one is dropped. */
const mostSamples = 600;

/** Why a replica is not read. */
export interface ReplicaFault {
  readonly name: 'unknown' | 'silent' | 'lagging' | 'primary' | 'timeline' | 'database' | 'pooler';
  readonly sentence: string;
}

const lagging: ReplicaFault = {
  name: 'lagging',
  sentence: `The replica lags behind by more than ${mostLagMs / 1_000} s.`,
};

const faults = {
  primary:
    'DATABASE_REPLICA_URL leads to a server that takes changes itself: name a replica of it, or leave the variable empty.',
  timeline: 'The replica does not follow the server of DATABASE_URL: it is on another timeline.',
  database:
    'DATABASE_REPLICA_URL leads to another database than DATABASE_URL: name a replica of that one, or leave the variable empty.',
  pooler: 'DATABASE_REPLICA_URL leads to a pooler: name the host and port of the replica itself.',
} as const;

/** A position of the primary, and when it had reached it by the clock of this process. */
interface Sample {
  readonly at: number;
  readonly written: bigint;
}

interface ReplicaWatchOptions {
  readonly config: pg.ClientConfig;
  readonly readPrimary: () => Promise<PrimaryState>;
  readonly log: Logger;
}

/**
 * Looks once a second how far the replica has followed the primary. It compares positions: by the time of the last
 * transaction alone, the replica of a primary that rests would lag more and more. Clocks are compared only until the
 * first position is replayed.
 */
export class ReplicaWatch {
  readonly #listeners = new Set<(refusal: Error) => void>();
  readonly #stopping = new AbortController();
  #client: TimedClient | null = null;
  #watching: Promise<void> = Promise.resolve();
  #samples: readonly Sample[] = [];
  /** The replica has everything that was committed before this moment. */
  #freshAt = -Infinity;
  #fault: ReplicaFault | null = { name: 'unknown', sentence: 'How far the replica lags behind is unknown.' };
  #reported: ReplicaFault['name'] | null | undefined;

  constructor(private readonly options: ReplicaWatchOptions) {}

  /** Judges whether the replica can be read now, and logs a change. @returns why it is not read; null while it is */
  judge(): ReplicaFault | null {
    const most = this.#reported === 'lagging' ? readAgainMs : mostLagMs;
    const fault = this.#fault ?? (performance.now() - this.#freshAt > most ? lagging : null);
    const name = fault?.name ?? null;
    if (name === this.#reported || this.#stopping.signal.aborted) return fault;
    this.#reported = name;
    const { log } = this.options;
    if (fault === null) log.info('the replica is read');
    else log.warn({ reason: fault.sentence }, 'the replica is not read: reads go to the primary');
    return fault;
  }

  /** How long ago the replica is known to have had everything, in seconds; null when that is unknown. */
  get lagSeconds(): number | null {
    return this.#freshAt === -Infinity ? null : (performance.now() - this.#freshAt) / 1_000;
  }

  get refusal(): Error | null {
    const fault = this.judge();
    return fault === null ? null : new ConnectionError('REPLICA_NOT_READ', fault.sentence);
  }

  /** Calls the listener whenever the replica falls silent. @returns what ends that */
  onSilent(listener: (refusal: Error) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** A failed statement says nothing about the replica that the next look does not find. */
  noteError(_error: unknown): void {}

  /** Looks once, and from then on once a second. */
  async start(): Promise<void> {
    await this.#look();
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#client?.destroy();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#look();
    }
  }

  async #look(): Promise<void> {
    const at = performance.now();
    // While the primary is silent nothing is known of the lag, which grows.
    const primary = await this.options.readPrimary().catch((error: unknown) => this.#noteUnknown(error));
    if (this.#stopping.signal.aborted) return;
    try {
      const client = this.#client ?? (await this.#connect());
      const { rows } = await client.ask<ReplicaState>({ text: replicaState }, answerMs);
      if (primary !== null && rows[0] !== undefined) this.#compare(at, primary, rows[0], client);
    } catch (error) {
      this.#lose(error);
    }
    this.judge();
  }

  /** An engine without positions of a write-ahead log never gives one. */
  #noteUnknown(error: unknown): null {
    if (this.#fault?.name === 'unknown') {
      const why = reasonOf(error).replace(/\.$/, '');
      this.#fault = { name: 'unknown', sentence: `How far the replica lags behind is unknown: ${why}.` };
    }
    return null;
  }

  async #connect(): Promise<TimedClient> {
    const client = new TimedClient({ ...this.options.config, connectionTimeoutMillis: answerMs });
    // A server that was restarted meanwhile answers on a new one.
    client.once('end', () => {
      if (this.#client === client) this.#client = null;
    });
    // Kept before it is connected, so that `stop` finds it.
    this.#client = client;
    await client.connect();
    return client;
  }

  #lose(error: unknown): void {
    this.#client?.destroy();
    this.#client = null;
    this.#fault = { name: 'silent', sentence: `The replica does not answer: ${reasonOf(error).replace(/\.$/, '')}.` };
    const refusal = new ConnectionError('REPLICA_SILENT', this.#fault.sentence, { cause: error });
    for (const listener of this.#listeners) listener(refusal);
  }

  #compare(at: number, primary: PrimaryState, replica: ReplicaState, { processID }: TimedClient): void {
    const name = faultOf(primary, replica, processID);
    this.#fault = name === null ? null : { name, sentence: faults[name] };
    if (name !== null) {
      this.#samples = [];
      return;
    }
    const replayed = BigInt(replica.replayed ?? 0);
    const samples = [...this.#samples, { at, written: BigInt(primary.written) }];
    const reached = samples.findLastIndex(({ written }) => written <= replayed);
    const rest = samples.slice(reached + 1);
    this.#samples = rest.length > mostSamples ? rest.filter((_, nth) => nth % 2 === 0) : rest;
    const byClock =
      replica.replayedTo === null ? -Infinity : at - Math.max(0, primary.now - replica.replayedTo) * 1_000;
    this.#freshAt = Math.max(this.#freshAt, samples[reached]?.at ?? -Infinity, byClock);
  }
}

function faultOf(primary: PrimaryState, replica: ReplicaState, processID: number | null): keyof typeof faults | null {
  // A pooler cannot know the process of a session before it gives one, so it names a number of its own.
  if (replica.pid !== processID) return 'pooler';
  if (replica.system !== primary.system || replica.database !== primary.database) return 'database';
  if (!replica.isReplica) return 'primary';
  return replica.timeline === primary.timeline ? null : 'timeline';
}
