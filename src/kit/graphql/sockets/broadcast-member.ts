import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { AppError } from '../../core/index.ts';
import { isAfter, type LiveMemory, type Position } from '../../live/index.ts';

/**
 * How long a client that is behind may take to read its last frames, in milliseconds: after that its
 * stream is ended. Shorter than the 12 s after which an unanswered ping closes the socket.
 */
const idleTimeoutMs = 10_000;

/** Where the frames of one subscription go. */
export interface Outlet {
  readonly socket: WebSocket;
  /** The connection below the socket: frames that are written together leave in one system call. */
  readonly connection: Duplex;
  /** Of the operation, as its client chose it. */
  readonly operationId: string;
}

/** The result of an operation for a row, or for the current state. */
export interface Result<Row extends Position | null = Position> {
  readonly row: Row;
  /** Of the `next` message. */
  readonly payload: string;
}

export class Member {
  readonly ended: Promise<void>;
  readonly #prefix: string;
  readonly #settle: { resolve: () => void; reject: (error: unknown) => void };
  #isLive = false;
  isOver = false;
  /** While it is set, rows up to here were sent already. */
  #sentUpTo: Position | null = null;
  #last: Position | null = null;

  constructor(
    private readonly outlet: Outlet,
    /** With more than its share of it waiting in its socket when the next events come, a client has fallen behind. */
    private readonly memory: LiveMemory,
    /** What the client keeps to come back behind a row; null where it cannot. */
    private readonly cursorOf: (row: Position) => string | null,
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#settle = { resolve, reject };
    this.#prefix = `{"id":${JSON.stringify(outlet.operationId)},"type":"next","payload":`;
  }

  /** From now on rows behind a position are sent as they come. */
  goLive(position: Position): void {
    this.#sentUpTo = position;
    this.#isLive = true;
  }

  /**
   * Sends rows that were not sent before; never waits.
   *
   * @returns null, or the position of the last row sent when the client reads too slowly: it has to catch up from there
   */
  receive(results: readonly Result[]): Position | null {
    if (!this.#isLive || this.isOver) return null;
    const { connection, socket } = this.outlet;
    if (socket.bufferedAmount > this.memory.share) {
      this.#isLive = false;
      return this.#sentUpTo ?? this.#last;
    }
    connection.cork();
    for (const result of results) this.#receiveOne(result);
    connection.uncork();
    return null;
  }

  #receiveOne({ row, payload }: Result): void {
    if (this.#sentUpTo !== null) {
      if (!isAfter(row, this.#sentUpTo)) return;
      this.#sentUpTo = null;
    }
    this.#last = row;
    this.#write(payload);
  }

  /** Sends and waits until the system has taken it all; a client that lets it lie for too long is ended. */
  async deliver(results: readonly Result<Position | null>[]): Promise<void> {
    if (this.isOver) return;
    const { connection } = this.outlet;
    const last = results.length - 1;
    // Before anything is waited for: what was written comes ahead of the word that the stream is ended.
    this.#last = results[last]?.row ?? this.#last;
    const tooSlow = setTimeout(() => this.fail(this.#overflow()), idleTimeoutMs);
    await new Promise<void>((resolve) => {
      connection.cork();
      results.forEach(({ payload }, at) => this.#write(payload, at === last ? () => resolve() : undefined));
      connection.uncork();
    });
    clearTimeout(tooSlow);
  }

  /** A failed send closes the socket, which is reported there. */
  #write(payload: string, onTaken?: () => void): void {
    this.outlet.socket.send(`${this.#prefix}${payload}}`, onTaken);
  }

  end(): void {
    this.isOver = true;
    this.#settle.resolve();
  }

  fail(error: unknown): void {
    this.isOver = true;
    this.#settle.reject(error);
  }

  #overflow(): AppError {
    const cursor = this.#last === null ? null : this.cursorOf(this.#last);
    const resume = cursor === null ? 'Subscribe again.' : 'Subscribe again behind the cursor: nothing is lost.';
    return new AppError('client_too_slow', `This client reads too slowly. ${resume}`, [], { members: { cursor } });
  }

  readonly iterator: AsyncIterableIterator<never> = {
    next: async () => {
      await this.ended;
      return { done: true, value: undefined };
    },
    return: async () => {
      this.end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => this.iterator,
  };
}
