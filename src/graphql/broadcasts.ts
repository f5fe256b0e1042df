import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { AppError } from '../errors.ts';
import { isAfter, logStart, type Position } from '../events/cursor.ts';
import type { LogStream } from '../events/log-stream.ts';

/** Bytes of earlier events that may wait in a client's socket: with more it is too slow, and its stream is ended. */
const maxWaitingBytes = 1_048_576;
/** Rows that one subscriber who catches up is sent at a time. */
const pageSize = 100;
/** Executions that one broadcast has under way. */
const executionsAtOnce = 16;
/** How far apart a stream tells how things are, in milliseconds, however fast they change. */
const paceMs = 100;
/** Subscribers that are sent to before others on the event loop have their turn. */
const servedAtOnce = 500;

/** Where the frames of one subscription go. */
export interface Outlet {
  readonly socket: WebSocket;
  /** The connection below the socket: frames that are written together leave in one system call. */
  readonly connection: Duplex;
  /** Of the operation, as its client chose it. */
  readonly operationId: string;
}

/** What an operation gives for a row, or for how things are now. */
interface Result<Row extends Position | null = Position> {
  readonly row: Row;
  /** Of the `next` message. */
  readonly payload: string;
}

/** Runs the operation for a row, or for how things are now; gives the payload of the `next` message. Never throws. */
export type Executor = (row: Position | null) => Promise<string>;

/**
 * Subscriptions that ask for the same thing with the same rights share one execution and one serialised payload for
 * each row of the log. Stock graphql-ws executes and serialises for each subscriber.
 */
export class Broadcasts {
  readonly #running = new Map<string, Broadcast>();

  /**
   * Joins one subscriber to those with the same key. Its frames go straight to its socket; the iterator gives nothing,
   * ends with the stream, throws `STREAM_OVERFLOW` when its client does not read, and leaves when it is returned.
   */
  follow(key: string, stream: LogStream, execute: Executor, outlet: Outlet): AsyncIterableIterator<never> {
    let broadcast = this.#running.get(key);
    if (broadcast === undefined) {
      const fresh = new Broadcast(stream, execute, () => {
        if (this.#running.get(key) === fresh) this.#running.delete(key);
      });
      this.#running.set(key, fresh);
      broadcast = fresh;
    }
    return broadcast.join(stream.after, outlet);
  }
}

/** One stream, executed once for all its subscribers. */
class Broadcast {
  readonly #members = new Set<Member>();
  readonly #following: ReturnType<LogStream['feed']['follow']>;
  /** Of the last row that was sent. */
  #position = logStart;

  constructor(
    private readonly stream: LogStream,
    private readonly execute: Executor,
    private readonly onEnd: () => void,
  ) {
    this.#following = stream.feed.follow(stream.filter);
    void this.#run();
  }

  join(after: Position | null, outlet: Outlet): AsyncIterableIterator<never> {
    const isFirst = this.#members.size === 0;
    const member = new Member(outlet, (row) => this.stream.feed.cursorOf(row));
    this.#members.add(member);
    member.ended.catch(ignore).finally(() => this.#leave(member));
    this.#bringLevel(member, after, isFirst).catch((error: unknown) => member.fail(error));
    return member.iterator;
  }

  async #run(): Promise<void> {
    try {
      const { start, batches } = await this.#following;
      this.#position = start;
      for await (const rows of batches) {
        await this.#send(this.stream.latestOnly ? rows.slice(-1) : rows);
        if (this.stream.latestOnly) await delay(paceMs);
      }
      for (const member of this.#members) member.end();
    } catch (error) {
      for (const member of this.#members) member.fail(error);
    } finally {
      this.onEnd();
    }
  }

  async #send(rows: readonly Position[]): Promise<void> {
    for (let at = 0; at < rows.length; at += executionsAtOnce) {
      const chunk = rows.slice(at, at + executionsAtOnce);
      await this.#sendToAll(await this.#results(chunk));
      // What was written leaves the process before more is: a burst is no sign of a slow reader.
      await new Promise(setImmediate);
    }
  }

  async #results(rows: readonly Position[]): Promise<Result[]> {
    return Promise.all(rows.map(async (row) => ({ row, payload: await this.execute(row) })));
  }

  async #sendToAll(results: readonly Result[]): Promise<void> {
    this.#position = results.at(-1)?.row ?? this.#position;
    let served = 0;
    for (const member of this.#members) {
      member.hear(results);
      served += 1;
      if (served % servedAtOnce === 0) await new Promise(setImmediate);
    }
  }

  /** Sends a new subscriber what it lacks, at the pace at which it reads; from then on it hears with the others. */
  async #bringLevel(member: Member, after: Position | null, isFirst: boolean): Promise<void> {
    const { start } = await this.#following;
    if (this.stream.latestOnly) return this.#tellNow(member);
    return this.#catchUp(member, after ?? (isFirst ? start : await this.stream.feed.level()));
  }

  async #tellNow(member: Member): Promise<void> {
    let told: Position;
    do {
      told = this.#position;
      await member.deliver([{ row: null, payload: await this.execute(null) }]);
    } while (isAfter(this.#position, told) && !member.isOver);
    member.goLive(this.#position);
  }

  async #catchUp(member: Member, after: Position): Promise<void> {
    const { feed, filter } = this.stream;
    let position = after;
    while (isAfter(this.#position, position) && !member.isOver) {
      const target = this.#position;
      const rows = await feed.read(filter, position, pageSize);
      await member.deliver(await this.#results(rows));
      position = rows.at(-1) ?? position;
      if (rows.length < pageSize && isAfter(target, position)) position = target;
    }
    member.goLive(position);
  }

  #leave(member: Member): void {
    this.#members.delete(member);
    if (this.#members.size > 0) return;
    this.onEnd();
    this.#following.then(({ batches }) => batches.return?.()).catch(ignore);
  }
}

/** One subscriber of a broadcast. */
class Member {
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
    this.#write(payload, ignore);
  }

  /** Sends and waits until the system has taken it all. */
  async deliver(results: readonly Result<Position | null>[]): Promise<void> {
    if (this.isOver || results.length === 0) return;
    await new Promise<void>((resolve) => {
      for (const { payload } of results.slice(0, -1)) this.#write(payload, ignore);
      this.#write(results.at(-1)?.payload ?? '', () => resolve());
    });
    this.#last = results.at(-1)?.row ?? this.#last;
  }

  #write(payload: string, onTaken: () => void): void {
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

/** A frame that cannot be sent, or a stream that ends badly, is told elsewhere: by the socket's close, to its members. */
function ignore(): void {
  // Nothing is left to do here.
}

function overflow(cursor: string | null): AppError {
  const resume = cursor === null ? 'Subscribe again.' : 'Subscribe again behind the cursor: nothing is lost.';
  return new AppError('STREAM_OVERFLOW', `This client reads too slowly. ${resume}`, [], { members: { cursor } });
}
