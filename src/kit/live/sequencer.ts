import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { outsideBudget, waitForShared } from '../core/index.ts';
import { isTransactionConflict } from '../data/index.ts';
import { isAfter, logStart, type Position } from './cursor.ts';
import type { SequencedLog } from './sequenced-logs.ts';

/** What the function of the database returns: how many rows it has placed, and where the log ends. */
interface Turn extends Pick<Position, 'epoch'> {
  readonly placed: number;
  readonly lastPosition: Position['position'];
}

/** Most arrivals that one statement places. */
const mostAtOnce = 1_000;

/**
 * Gives positions to the rows of a log once they are committed: consecutive ones, in one order for all processes. So a
 * position that readers see is never followed by a smaller one, and no open transaction of anybody keeps a reader
 * waiting. Every process places what it finds, whoever has committed it. There is no leader.
 *
 * A position is given by one statement that commits itself, under a lock that the server releases with it: a client
 * that stops holds nobody back. The statement also notes the identity of the server, and when it was started. When that
 * changes, or positions fall back because the database was restored to an earlier state, a new epoch begins.
 */
export class Sequencer {
  /** The statement under way, and the one that starts behind it. */
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isFailing = false;
  /** The last position that this process has given. */
  #seen: Pick<Position, 'position' | 'epoch'> = logStart;

  constructor(
    private readonly kysely: Kysely<unknown>,
    private readonly log: SequencedLog,
    /** Called after positions were given. */
    private readonly onPlaced: () => void,
    private readonly logger: Logger,
  ) {}

  /** @param pollMs how often to look for arrivals whose process has died before it placed them, in milliseconds */
  start(pollMs: number): void {
    this.#timer = setInterval(this.request, pollMs);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await Promise.all([this.#running, this.#next]).catch(() => undefined);
  }

  /** Places what was committed before this call. @throws as the database does, or when the budget of the caller ends */
  place(): Promise<void> {
    return waitForShared(this.#place());
  }

  #place(): Promise<void> {
    if (this.#running === null) return this.#run();
    // The statement under way may have begun before the commit of the caller.
    this.#next ??= this.#running.catch(() => undefined).then(() => this.#run());
    return this.#next;
  }

  /** The same, for callers that do not wait. Bound, so that it can run after a commit. A failure is logged; polls go on. */
  readonly request = (): void => {
    this.#place().then(
      () => this.#noteSuccess(),
      (error: unknown) => this.#noteFailure(error),
    );
  };

  /**
   * The call that places all arrivals, for the FROM clause of a statement that is a transaction of its own: it gives the
   * `last_position` of the log and its `epoch`. The statement may insert rows behind it, because it holds the lock of the
   * sequencer until it is committed.
   *
   * @param after a number that is known once what should happen before has happened
   */
  turn(after: RawBuilder<unknown>): RawBuilder<unknown> {
    return this.#placing(sql`case when ${after} < 0 then 0 end`);
  }

  /** Takes note of positions that such a statement has given. @param rows the last one in the order of the log at the end */
  placed(rows: readonly Position[]): void {
    const last = rows.at(-1);
    if (last === undefined) return;
    this.#note(last);
    this.onPlaced();
  }

  #run(): Promise<void> {
    this.#next = null;
    const running = outsideBudget(() => this.#placeAll()).finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }

  async #placeAll(): Promise<void> {
    let placed = 0;
    do {
      placed = await this.#placeSome();
    } while (placed === mostAtOnce);
  }

  async #placeSome(): Promise<number> {
    for (;;) {
      try {
        const { rows } =
          await sql<Turn>`select placed, last_position as "lastPosition", epoch from ${this.#placing(sql.lit(mostAtOnce))}`.execute(
            this.kysely,
          );
        const [turn] = rows;
        if (turn === undefined) return 0;
        this.#note({ position: turn.lastPosition, epoch: turn.epoch });
        if (turn.placed > 0) this.onPlaced();
        return turn.placed;
      } catch (error) {
        if (!isTransactionConflict(error)) throw error;
      }
    }
  }

  #placing(most: RawBuilder<unknown>): RawBuilder<unknown> {
    const { position, epoch } = this.#seen;
    return sql`${this.log.sequence}(${most}, ${position}::bigint, ${epoch}::integer)`;
  }

  #note(place: Pick<Position, 'position' | 'epoch'>): void {
    const { epoch } = this.#seen;
    if (place.epoch > epoch || (place.epoch === epoch && isAfter(place, this.#seen))) this.#seen = place;
  }

  /** Once, however often it fails. */
  #noteFailure(error: unknown): void {
    if (!this.#isFailing) this.logger.warn({ error }, 'positions could not be given; it is tried again each second');
    this.#isFailing = true;
  }

  #noteSuccess(): void {
    this.#isFailing = false;
  }
}
