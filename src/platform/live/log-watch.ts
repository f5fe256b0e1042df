import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { SessionLock } from '../locks/session-lock.ts';
import { describeHolder, endSession, findLogHolders, isIdle, type LogHolder } from './log-holders.ts';

/** Longest and shortest pause between two checks, in milliseconds. */
const longestPauseMs = 10_000;
const shortestPauseMs = 1_000;
/** Shorter delays of readers are not reported, in seconds. */
const noticeSeconds = 3;
/** How often one holder is named in the log, in milliseconds. */
const warnEveryMs = 60_000;
/** Of all processes one warns and ends sessions at a time. */
const watchLock = 7_241_934;

/** How long committed events have been kept from readers, and by which transaction. */
export interface HeldBack {
  readonly heldBackSeconds: number;
  readonly by: string;
}

/**
 * Watches that no transaction keeps events from readers for long: they stay behind the oldest one that is open, see
 * `log-order.ts`. Reports the transaction, and ends idle sessions. Whether a prepared transaction is committed is
 * left to the operator.
 */
export class LogWatch {
  #heldBack: HeldBack | null = null;
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  readonly #lock: SessionLock;
  /** When the holders of now were last warned of, by their transactions. */
  #warnedAt: ReadonlyMap<string, number> = new Map();

  constructor(
    private readonly kysely: Kysely<unknown>,
    /** A session that is idle and holds the log back for longer is ended; 0 ends none. */
    private readonly limitSeconds: number,
    private readonly log: Logger,
  ) {
    this.#lock = new SessionLock(kysely, watchLock);
  }

  /** The result of the last check; null while readers see all committed events. */
  get heldBack(): HeldBack | null {
    return this.#heldBack;
  }

  start(): void {
    const halfLimitMs = this.limitSeconds === 0 ? longestPauseMs : this.limitSeconds * 500;
    const pauseMs = Math.max(shortestPauseMs, Math.min(longestPauseMs, halfLimitMs));
    this.#timer = setTimeout(() => {
      this.#running = this.#look().finally(() => {
        if (!this.#stopped) this.start();
      });
    }, pauseMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
    await this.#lock.release();
  }

  async #look(): Promise<void> {
    try {
      const found = await findLogHolders(this.kysely);
      const holders = found.filter(({ heldBackSeconds }) => heldBackSeconds >= noticeSeconds);
      const [oldest] = holders;
      this.#heldBack =
        oldest === undefined
          ? null
          : { heldBackSeconds: Math.round(oldest.heldBackSeconds), by: describeHolder(oldest) };
      if (holders.length === 0) await this.#lock.release();
      else if (await this.#lock.tryTake()) await this.#act(holders);
    } catch (error) {
      this.log.warn({ error }, 'the check of transactions that hold back the event log failed and will be repeated');
    }
  }

  async #act(holders: readonly LogHolder[]): Promise<void> {
    const now = performance.now();
    const warnedAt = new Map<string, number>();
    for (const holder of holders) {
      const lastAt = this.#warnedAt.get(holder.transaction) ?? -Infinity;
      const isDue = now - lastAt >= warnEveryMs;
      warnedAt.set(holder.transaction, isDue ? now : lastAt);
      const fields = {
        pid: holder.session?.pid,
        gid: holder.gid ?? undefined,
        ageSeconds: Math.round(holder.ageSeconds),
      };
      if (isDue) this.log.warn(fields, `readers of the event log are held back by ${describeHolder(holder)}`);
      if (this.limitSeconds > 0 && holder.heldBackSeconds > this.limitSeconds && isIdle(holder)) {
        await this.#end(holder, fields);
      }
    }
    this.#warnedAt = warnedAt;
  }

  async #end(holder: LogHolder, fields: object): Promise<void> {
    try {
      if (!(await endSession(this.kysely, holder))) return;
      this.log.warn(fields, `ended ${describeHolder(holder)}: it held back the event log (LOG_HOLDER_LIMIT_SECONDS)`);
    } catch (error) {
      this.log.warn({ ...fields, error }, 'the session could not be ended: that takes the role pg_signal_backend');
    }
  }
}
