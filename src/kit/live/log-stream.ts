import { setTimeout as delay } from 'node:timers/promises';
import { operationLimits, withinLimits } from '../core/index.ts';
import type { Sight } from '../rights/index.ts';
import type { Position } from './cursor.ts';
import type { LiveFeed } from './live-feed.ts';

/**
 * What the subscribers of a stream receive.
 *
 * - `rows`: each row, from now on or behind a cursor.
 * - `state`: the current state, at once and after each row, which only marks a change of it.
 * - `changes`: the current state, unless a cursor says that the subscriber has an earlier one, and then each row.
 */
export type StreamKind = 'rows' | 'state' | 'changes';

/** Names what a row changes, so that of the changes of one object that come together only the last one is sent. */
export interface RowKey<Row> {
  of(row: Row): string;
}

/** Stands for a row where a stream of changes begins: for the state that includes all rows up to the position. */
export class Snapshot implements Position {
  readonly position: string;
  readonly epoch: number;
  readonly id: string;

  constructor({ position, epoch, id }: Position) {
    this.position = position;
    this.epoch = epoch;
    this.id = id;
  }
}

/** What a GraphQL subscription or a stream of server-sent events follows: a log, a filter and a position to begin at. */
export class LogStream<Row extends Position = Position, Filter = unknown> implements AsyncIterable<Row> {
  constructor(
    readonly feed: LiveFeed<Row, Filter>,
    readonly filter: Filter,
    /** Of the one who follows. */
    readonly sight: Sight,
    readonly after: Position | null = null,
    readonly kind: StreamKind = 'rows',
    /** Of what its rows change; null sends each row. */
    private readonly key: RowKey<Row> | null = null,
  ) {}

  /** Whether the rows that come within the pace are sent together, without those that newer ones replace. */
  get isPaced(): boolean {
    return this.kind === 'state' || this.key !== null;
  }

  /** Those of rows that come together which no later one of them replaces. */
  latest(rows: readonly Row[]): readonly Row[] {
    if (this.kind === 'state') return rows.slice(-1);
    const { key } = this;
    if (key === null) return rows;
    const lastOf = new Map(rows.map((row) => [key.of(row), row]));
    return rows.filter((row) => lastOf.get(key.of(row)) === row);
  }

  /** Begins to follow. `return` of the iterator also ends a `next` that waits for a row. */
  async open(): Promise<AsyncIterableIterator<Row>> {
    const { batches } = await this.feed.follow(this.filter, this.sight, this.after);
    const waiting: Row[] = [];
    const rows: AsyncIterableIterator<Row> = {
      next: async () => {
        if (waiting.length === 0) {
          const { done, value } = (await batches.next()) as IteratorResult<readonly Row[], undefined>;
          if (done === true) return { done, value };
          waiting.push(...this.latest(value));
        }
        return { done: false, value: waiting.shift() as Row };
      },
      return: async () => {
        await batches.return?.();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]: () => rows,
    };
    return rows;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, undefined> {
    yield* await this.open();
    return undefined;
  }
}

/** The shortest time between two states that a stream sends, in milliseconds. */
export const paceMs = 100;

const over = { done: true, value: undefined } as const;

/**
 * Gives the current state of something, and its state again after each change. Changes within the pace are given as one.
 * Ends with null once it is deleted.
 *
 * @param pace in milliseconds
 */
export async function followStates<State extends object>(
  changes: LogStream,
  read: () => Promise<State | null>,
  pace = paceMs,
): Promise<AsyncIterator<State | null, undefined>> {
  // Opened before the first read, so that no change is missed between the two.
  const rows = await changes.open();
  let last: State | null | undefined;
  return {
    next: async () => {
      if (last === null) return over;
      if (last !== undefined) {
        await delay(pace);
        if ((await rows.next()).done === true) return over;
      }
      last = await withinLimits(operationLimits, read);
      return { done: false, value: last };
    },
    return: async () => {
      await rows.return?.();
      return over;
    },
  };
}
