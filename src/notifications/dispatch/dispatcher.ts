import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Batcher } from '../../platform/jobs/batcher.ts';
import type { WakeUps } from '../../platform/jobs/wake-ups.ts';
import { WorkLoop } from '../../platform/jobs/work-loop.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import { settledWithin } from '../../platform/kernel/settled-within.ts';
import { AttemptSlots } from './attempt-slots.ts';
import type { Courier } from './courier.ts';
import { Lane } from './lane.ts';
import { claimLanes, type DueQuery, leaseMs, readDueIds, releaseLeases, renewLeases } from './lane-leases.ts';

/** Lanes that one statement claims, so that processes which look at once share them. */
const lanesAtOnce = 50;
/** Lanes whose due deliveries one statement reads. */
const readsAtOnce = 100;
/** How often leases are renewed, in milliseconds. */
const renewMs = 2_000;
/** So long before its lease ends a lane begins nothing more, in milliseconds. */
const marginMs = 1_000;

export interface DispatcherOptions {
  readonly newScope: () => RequestScope;
  readonly courier: Courier;
  readonly wakeUps: WakeUps;
  readonly log: Logger;
}

/**
 * Makes the attempts that are due. The table of deliveries is the queue. A process leases whole subscriptions, as lanes:
 * so the limit of attempts per subscription holds over all processes, and a receiver that hangs delays its own
 * deliveries alone.
 */
export class Dispatcher {
  readonly #me = randomUUID();
  readonly #lanes = new Map<string, Lane>();
  /** Of lanes that were given back or lost: what they have under way. */
  readonly #leaving = new Set<Promise<void>>();
  readonly #slots = new AttemptSlots();
  readonly #loop: WorkLoop;
  readonly #due: Batcher<DueQuery, string[]>;
  readonly #stopping = new AbortController();
  readonly #tooLate = new AbortController();
  #renewedAt = performance.now();

  constructor(private readonly options: DispatcherOptions) {
    const { newScope, log } = options;
    this.#loop = new WorkLoop({ name: 'the dispatch of deliveries', step: () => this.#step(), log });
    this.#due = new Batcher((queries) => readDueIds(newScope().em, queries), readsAtOnce);
  }

  start(): void {
    this.options.wakeUps.on('deliveries', this.#loop.wake);
    this.#loop.start();
  }

  /** Begins no attempt, lets those under way end for up to `timeoutMs`, aborts the rest and gives all leases back. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#loop.stop();
    const ended = Promise.all([...this.#leaving, ...[...this.#lanes.values()].map((lane) => lane.ended())]);
    await settledWithin(timeoutMs, ended);
    this.#tooLate.abort();
    await ended;
    await releaseLeases(this.options.newScope().em, this.#me, [...this.#lanes.keys()]).catch((error: unknown) =>
      this.options.log.warn({ error }, 'leases were not given back; they expire by themselves'),
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

  /** Keeps the lanes that have work, and gives the others back. */
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

  /** With very many lanes a look takes its time: it then happens less often, and wake-ups gather. */
  async #rest(lookMs: number): Promise<void> {
    if (lookMs > 5)
      await delay(Math.min(lookMs * 4, 500), undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}
