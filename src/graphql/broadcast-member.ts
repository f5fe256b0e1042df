import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { AppError } from '../errors.ts';
import { isAfter, type Position } from '../events/cursor.ts';

/** Bytes of earlier events that may wait in a client's socket: with more it is too slow, and its stream is ended. */
const maxWaitingBytes = 1_048_576;

/** Where the frames of one subscription go. */
export interface Outlet {
  readonly socket: WebSocket;
  /** The connection below the socket: frames that are written together leave in one system call. */
  readonly connection: Duplex;
  /** Of the operation, as its client chose it. */
  readonly operationId: string;
}

/** What an operation gives for a row, or for how things are now. */
export interface Result<Row extends Position | null = Position> {
  readonly row: Row;
  /** Of the `next` message. */
  readonly payload: string;
}

/** One subscriber of a broadcast. */
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

  /** Sends what was not sent before; never waits. */
  hear(results: readonly Result[]): void {
    if (!this.#isLive || this.isOver) return;
    const { connection, socket } = this.outlet;
    if (socket.bufferedAmount > maxWaitingBytes) {
      this.fail(overflow(this.#last === null ? null : this.cursorOf(this.#last)));
      return;
    }
    connection.cork();
    for (const result of results) this.#hearOne(result);
    connection.uncork();
  }

  #hearOne({ row, payload }: Result): void {
    if (this.#sentUpTo !== null) {
      if (!isAfter(row, this.#sentUpTo)) return;
      this.#sentUpTo = null;
    }
    this.#last = row;
    this.#write(payload);
  }

  /** Sends and waits until the system has taken it all. */
  async deliver(results: readonly Result<Position | null>[]): Promise<void> {
    if (this.isOver || results.length === 0) return;
    await new Promise<void>((resolve) => {
      for (const { payload } of results.slice(0, -1)) this.#write(payload);
      this.#write(results.at(-1)?.payload ?? '', () => resolve());
    });
    this.#last = results.at(-1)?.row ?? this.#last;
  }

  /** What cannot be sent is told by the socket's close. */
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

function overflow(cursor: string | null): AppError {
  const resume = cursor === null ? 'Subscribe again.' : 'Subscribe again behind the cursor: nothing is lost.';
  return new AppError('STREAM_OVERFLOW', `This client reads too slowly. ${resume}`, [], { members: { cursor } });
}
