import { setTimeout as delay } from 'node:timers/promises';
import { isAfter, logStart, type Position } from '../events/cursor.ts';
import type { LogStream } from '../events/log-stream.ts';
import { Member, type Outlet, type Result } from './broadcast-member.ts';

/** Rows that one subscriber who catches up is sent at a time. */
const pageSize = 100;
/** Executions that one broadcast has under way. */
const executionsAtOnce = 16;
/** How far apart a stream tells how things are, in milliseconds, however fast they change. */
const paceMs = 100;
/** Subscribers that are sent to before others on the event loop have their turn. */
const servedAtOnce = 500;

/** Runs the operation for a row, or for how things are now; gives the payload of the `next` message. Never throws. */
export type Executor = (row: Position | null) => Promise<string>;

/** One stream, executed once for all its subscribers. */
export class Broadcast {
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
    const leave = (): void => this.#leave(member);
    member.ended.then(leave, leave);
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
      const { rows, reached } = await feed.readTowards(this.#position, { filter, after: position, limit: pageSize });
      await member.deliver(await this.#results(rows));
      position = reached;
    }
    member.goLive(position);
  }

  #leave(member: Member): void {
    this.#members.delete(member);
    if (this.#members.size > 0) return;
    this.onEnd();
    this.#following.then(({ batches }) => batches.return?.()).catch(() => undefined);
  }
}
