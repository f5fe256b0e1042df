import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Batcher, type RequestScope, type WakeUps, WorkLoop } from '../../kit/data/index.ts';
import { settledWithin } from '../../kit/core/index.ts';
import { AttemptSlots } from './attempt-slots.ts';
import type { Courier } from './courier.ts';
import { Lane } from './lane.ts';
import { LookPace } from './look-pace.ts';
import { claimLanes, type DueQuery, leaseMs, readDueIds, releaseLeases, renewLeases } from './lane-leases.ts';

/** Most lanes that one statement claims, so that concurrent processes share the lanes. */
const lanesAtOnce = 50;
/** Most lanes whose due deliveries one statement reads. */
const readsAtOnce = 100;
/** Interval between renewals of the leases, in milliseconds. */
const renewMs = 2_000;
/** A lane starts no attempt in this time before its lease ends, in milliseconds. */
const marginMs = 1_000;

/** What the dispatcher needs from its process. */
export interface DispatcherOptions {
  readonly newScope: () => RequestScope;
  readonly courier: Courier;
  readonly wakeUps: WakeUps;
  /** A subscription whose attempts have all failed for this many seconds is switched off. */
  readonly disableAfterSeconds: number;
  readonly log: Logger;
}

/**
 * Makes the attempts that are due. The delivery table is the queue. A process leases whole subscriptions as lanes, so
 * that the limit of concurrent attempts per subscription holds over all processes, and a receiver that hangs delays only
 * its own deliveries.
 */
export class Dispatcher {
  readonly #me = randomUUID();
  readonly #lanes = new Map<string, Lane>();
  /** Running attempts of lanes that were released or lost. */
  readonly #leaving = new Set<Promise<void>>();
  readonly #slots = new AttemptSlots();
  readonly #pace = new LookPace();
  readonly #loop: WorkLoop;
  readonly #due: Batcher<DueQuery, string[]>;
  readonly #stopping = new AbortController();
  readonly #tooLate = new AbortController();
  #renewedAt = performance.now();

  constructor(private readonly options: DispatcherOptions) {
    const { newScope, disableAfterSeconds, log } = options;
    this.#loop = new WorkLoop({ name: 'the dispatch of deliveries', step: () => this.#step(), log });
    this.#due = new Batcher((queries) => readDueIds(newScope().em, queries, disableAfterSeconds), readsAtOnce);
  }

  /** Starts to look for due deliveries: after each wake-up, and at intervals. */
  start(): void {
    this.options.wakeUps.on('deliveries', this.#loop.wake);
    this.#loop.start();
  }

  /** Starts no attempt, waits up to `timeoutMs` for running ones, aborts the rest and releases all leases. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#loop.stop();
    const ended = Promise.all([...this.#leaving, ...[...this.#lanes.values()].map((lane) => lane.ended())]);
    await settledWithin(timeoutMs, ended);
    this.#tooLate.abort();
    await ended;
    await releaseLeases(this.options.newScope().em, this.#me, [...this.#lanes.keys()]).catch((error: unknown) =>
      this.options.log.warn({ error }, 'cannot release leases; they will expire'),
    );
  }

  async #step(): Promise<boolean> {
    const started = performance.now();
    if (started - this.#renewedAt > renewMs) await this.#renew(started);
    const { em } = this.options.newScope();
    const claimed = await claimLanes(em, this.#me, [...this.#lanes.keys()], lanesAtOnce);
    for (const subscriptionId of claimed) this.#open(subscriptionId, started);
    for (const lane of this.#lanes.values()) lane.look();
    await this.#rest(performance.now() - started);
    return claimed.length === lanesAtOnce;
  }

  #open(subscriptionId: string, claimedAt: number): void {
    const { courier, log } = this.options;
    const lane = new Lane({
      courier,
      slots: this.#slots,
      readDue: (limit) => this.#due.run({ subscriptionId, limit }),
      stopping: this.#stopping.signal,
      tooLate: this.#tooLate.signal,
      log,
    });
    lane.leasedUntil = claimedAt + leaseMs - marginMs;
    this.#lanes.set(subscriptionId, lane);
  }

  /** Renews the leases of lanes that have work and releases the others. */
  async #renew(now: number): Promise<void> {
    const { em } = this.options.newScope();
    const idle = [...this.#lanes].filter(([, lane]) => lane.isIdle).map(([id]) => id);
    for (const id of idle) this.#close(id);
    if (idle.length > 0) await releaseLeases(em, this.#me, idle);
    if (this.#lanes.size > 0) {
      const kept = await renewLeases(em, this.#me, [...this.#lanes.keys()]);
      for (const [id, lane] of this.#lanes) {
        if (kept.has(id)) lane.leasedUntil = now + leaseMs - marginMs;
        else this.#close(id);
      }
    }
    this.#renewedAt = now;
  }

  #close(subscriptionId: string): void {
    const lane = this.#lanes.get(subscriptionId);
    if (lane === undefined) return;
    this.#lanes.delete(subscriptionId);
    lane.close();
    const leaving = lane.ended().finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  async #rest(lookMs: number): Promise<void> {
    const pauseMs = this.#pace.pauseAfter(lookMs);
    if (pauseMs > 0) await delay(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}
