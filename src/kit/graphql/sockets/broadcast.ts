import { setTimeout as delay } from 'node:timers/promises';
import { isAfter, logStart, type LogStream, paceMs, type Position, Snapshot } from '../../live/index.ts';
import { Member, type Outlet, type Result } from './broadcast-member.ts';

/** Rows per page for a subscriber that catches up. */
const pageSize = 100;
/** Rows that one broadcast, or one subscriber that catches up, executes together: at first, and when results are small. */
const firstExecutions = 16;
const mostExecutions = 64;
/** Approximate characters of payloads that they return together: results may be far larger than rows. */
const resultsSize = 1_048_576;
/** Characters of payloads that are sent together, in one system call for each subscriber; a longer one goes alone. */
const largestPortion = 262_144;
/** Frames that are written before others on the event loop have their turn. */
const framesAtOnce = 8_000;

/** Runs the operation for each row, or for the current state. @returns payloads of `next` messages. Never throws. */
export type Executor = (rows: readonly (Position | null)[]) => Promise<readonly string[]>;

/** One stream, executed once for all its subscribers. */
export class Broadcast {
  readonly #members = new Set<Member>();
  readonly #following: ReturnType<LogStream['feed']['follow']>;
  /** Of the last row that was sent. */
  #position = logStart;
  #executionsAtOnce = firstExecutions;

  constructor(
    private readonly stream: LogStream,
    private readonly execute: Executor,
    private readonly onEnd: () => void,
  ) {
    this.#following = stream.feed.follow(stream.filter, stream.sight);
    void this.#run();
  }

  join(after: Position | null, outlet: Outlet): AsyncIterableIterator<never> {
    const isFirst = this.#members.size === 0;
    const { feed, kind } = this.stream;
    const member = new Member(outlet, feed.memory, (row) => (kind === 'state' ? null : feed.cursorOf(row)));
    this.#members.add(member);
    const forget = feed.memory.join();
    const leave = (): void => {
      forget();
      this.#leave(member);
    };
    member.ended.then(leave, leave);
    void this.#bringLevel(member, this.#startOf(member, after, isFirst));
    return member.iterator;
  }

  async #run(): Promise<void> {
    try {
      const { start, batches } = await this.#following;
      this.#position = start;
      for await (const rows of batches) {
        await this.#send(this.stream.latest(rows));
        if (this.stream.isPaced) await delay(paceMs);
      }
      for (const member of this.#members) member.end();
    } catch (error) {
      for (const member of this.#members) member.fail(error);
    } finally {
      this.onEnd();
    }
  }

  async #send(rows: readonly Position[]): Promise<void> {
    for await (const results of this.#results(rows)) {
      await this.#sendToAll(results);
      // Written frames leave the process before more are written.
      await new Promise(setImmediate);
    }
  }

  /** Executes for some rows at a time, fewer the larger their payloads are. Yields results to send together. */
  async *#results(rows: readonly Position[]): AsyncGenerator<readonly Result[], void> {
    for (let at = 0; at < rows.length;) {
      const some = rows.slice(at, at + this.#executionsAtOnce);
      const payloads = await this.execute(some);
      const results = some.map((row, place) => ({ row, payload: payloads[place] ?? '' }));
      const size = results.reduce((sum, { payload }) => sum + payload.length, 0);
      const fitting = Math.floor((resultsSize * some.length) / size);
      this.#executionsAtOnce = Math.max(1, Math.min(mostExecutions, fitting));
      yield* inPortions(results, Math.min(largestPortion, this.stream.feed.memory.share));
      at += some.length;
    }
  }

  async #sendToAll(results: readonly Result[]): Promise<void> {
    this.#position = results.at(-1)?.row ?? this.#position;
    let frames = 0;
    for (const member of this.#members) {
      const behind = member.receive(results);
      if (behind !== null) void this.#bringLevel(member, behind);
      frames += results.length;
      if (frames >= framesAtOnce) {
        frames = 0;
        await new Promise(setImmediate);
      }
    }
  }

  /** Where a new subscriber begins. One that begins with a snapshot has it then. */
  async #startOf(member: Member, after: Position | null, isFirst: boolean): Promise<Position> {
    const { start } = await this.#following;
    if (after !== null) return after;
    if (this.stream.kind === 'changes') return this.#sendSnapshot(member);
    return isFirst || this.stream.kind === 'state' ? start : this.stream.feed.level();
  }

  /** Sends the state as it is, under a position whose rows are all in it. Later ones may be, and are sent again. */
  async #sendSnapshot(member: Member): Promise<Position> {
    const row = new Snapshot(this.#position);
    const [payload = ''] = await this.execute([row]);
    await member.deliver([{ row, payload }]);
    return row;
  }

  /**
   * Sends a subscriber the rows that it missed, at the pace at which it reads; then it gets rows with the others. Both new
   * subscribers and those that fell behind take this way: their rows wait in the log, not in memory.
   */
  async #bringLevel(member: Member, start: Position | Promise<Position>): Promise<void> {
    try {
      const after = await start;
      await (this.stream.kind === 'state' ? this.#sendState(member) : this.#catchUp(member, after));
    } catch (error) {
      member.fail(error);
    }
  }

  async #sendState(member: Member): Promise<void> {
    let sentAt: Position;
    do {
      sentAt = this.#position;
      const [payload = ''] = await this.execute([null]);
      await member.deliver([{ row: null, payload }]);
    } while (isAfter(this.#position, sentAt) && !member.isOver);
    member.goLive(this.#position);
  }

  async #catchUp(member: Member, after: Position): Promise<void> {
    const { feed, filter, sight } = this.stream;
    let position = after;
    const query = { filter, sight, after, limit: pageSize };
    const pages = feed.pagesTowards(
      () => this.#position,
      query,
      () => member.isOver,
    );
    for await (const { rows, reached } of pages) {
      for await (const results of this.#results(this.stream.latest(rows))) await member.deliver(results);
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

function* inPortions(results: readonly Result[], portionSize: number): Generator<readonly Result[], void> {
  let portion: Result[] = [];
  let size = 0;
  for (const result of results) {
    if (portion.length > 0 && size + result.payload.length > portionSize) {
      yield portion;
      portion = [];
      size = 0;
    }
    portion.push(result);
    size += result.payload.length;
  }
  yield portion;
}
