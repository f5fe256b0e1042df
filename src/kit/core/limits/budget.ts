import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors.ts';
import { jsonSize } from './json-size.ts';

/** The limited resources. `nodes` are objects and list items of an answer, `read` bytes of rows from the database. */
export type Resource = 'nodes' | 'statements' | 'read';

/** The most that one piece of work may use of each resource, and how long it may take, in milliseconds. */
export type Limits = Readonly<Record<Resource, number>> & { readonly ms: number };

/** For one operation of a client, in every API, and for one row of a stream. */
export const operationLimits: Limits = {
  nodes: 100_000,
  statements: 2_000,
  read: 50_000_000,
  ms: 10_000,
};

/** Most bytes of JSON that one operation, or one row of a stream, is answered with. */
export const longestResponse = 10_000_000;

/**
 * Work that has used less than this part of each limit when its time ends has been kept waiting: by the database, or by
 * others' work.
 */
const littlePart = 1 / 4;

/** How many budgets are under way: they share the processor time of this process. */
let underWay = 0;

const noResponse = { nodes: Infinity, read: Infinity } as const;

/** For one transaction that no client waits for; it gives no answer. */
export const transactionLimits: Limits = { ...noResponse, statements: 20_000, ms: 60_000 };

/** For one step of a job, which has limits of its own for its time. */
export const jobLimits: Limits = { ...noResponse, statements: 100_000, ms: Infinity };

/**
 * What one piece of work may use: an operation, a job, a row of a stream. The work spends from it while it
 * runs, ends when it is exceeded, and passes `signal` to calls that can be aborted.
 */
export class Budget implements Disposable {
  readonly #spent: Record<Resource, number> = { nodes: 0, statements: 0, read: 0 };
  /** Made for those who pass it on: most work ends before anybody does. */
  #abort: AbortController | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Processor time of this process when the step began, in milliseconds. */
  #processorMs = 0;
  /** What the work waits for now, since when, and how long it has waited for others in this step, in milliseconds. */
  #waits = 0;
  #waitsSince = 0;
  #waitedMs = 0;
  #onCancel: Set<(reason: Error) => void> | null = null;
  #reason: Error | null = null;
  #isUnderWay = true;
  #isOver = false;

  constructor(
    private readonly limits: Limits,
    /** Who waits in line with others' work, such as the id of a key; null for nobody in particular. */
    readonly holder: string | null = null,
  ) {
    underWay += 1;
    this.#start(limits.ms);
  }

  /** Aborted when a limit is exceeded, when the time is over, or when the client has left. */
  get signal(): AbortSignal {
    if (this.#abort === null) {
      this.#abort = new AbortController();
      if (this.#reason !== null) this.#abort.abort(this.#reason);
    }
    return this.#abort.signal;
  }

  /** Whether the work is done: work that it has started for others is not counted. */
  get isOver(): boolean {
    return this.#isOver;
  }

  spent(resource: Resource): number {
    return this.#spent[resource];
  }

  /** @throws AppError `OVER_BUDGET` when more is used than may be, `UNAVAILABLE` when little was used and the time is over; the reason of `cancel` once that was called */
  spend(resource: Resource, amount = 1): void {
    this.count(resource, amount);
    if (this.#reason !== null) throw this.#reason;
  }

  /** The same for code whose errors nothing catches: aborts the work instead. */
  count(resource: Resource, amount: number): void {
    if (this.#reason !== null) return;
    this.#spent[resource] += amount;
    const limit = this.limits[resource];
    if (this.#spent[resource] > limit) this.cancel(overBudget(whatOf[resource], limit, unitOf[resource]));
  }

  /** Notes that the work waits for others, such as the database. @returns what ends the wait, to be called once */
  wait(): () => void {
    if (this.#waits === 0) this.#waitsSince = performance.now();
    this.#waits += 1;
    return () => {
      this.#noteWaits();
      this.#waits -= 1;
    };
  }

  #noteWaits(): void {
    const now = performance.now();
    if (this.#waits > 0) this.#waitedMs += now - this.#waitsSince;
    this.#waitsSince = now;
  }

  /**
   * Begins the next step of long work: each step may use as much as one operation. Aborted work stays aborted.
   *
   * @param ms how long the step may take, for a step that waits for another service
   */
  renew(ms = this.limits.ms): void {
    if (this.#isOver || this.#reason !== null) return;
    this.#spent.statements = 0;
    this.#spent.read = 0;
    clearTimeout(this.#timer);
    this.#start(ms);
  }

  /** Calls back when the work is broken off, or at once when it was: cheaper than a listener of `signal`. @returns what ends that */
  onCancel(callback: (reason: Error) => void): () => void {
    const callbacks = (this.#onCancel ??= new Set());
    if (this.#reason === null) callbacks.add(callback);
    else callback(this.#reason);
    return () => callbacks.delete(callback);
  }

  /** Breaks the work off. */
  cancel(reason: Error): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#abort?.abort(reason);
    for (const callback of this.#onCancel ?? []) callback(reason);
    this.#leave();
  }

  /** Called when the work is done. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#leave();
  }

  #leave(): void {
    if (this.#isUnderWay) underWay -= 1;
    this.#isUnderWay = false;
  }

  #start(ms: number): void {
    if (ms === Infinity) return;
    this.#processorMs = processorMs();
    this.#noteWaits();
    this.#waitedMs = 0;
    this.#timer = setTimeout(() => this.cancel(this.#hasWaited(ms) ? tooBusy(ms) : overBudget('time', ms, 'ms')), ms);
    this.#timer.unref();
  }

  /**
   * Whether the step has waited for most of its time, so that less of the same would take as long. The processor time of
   * one operation among others is unknown: an equal share of the process's is taken for it. An operation that waits for
   * a lock uses none, however busy the others are.
   */
  #hasWaited(ms: number): boolean {
    // A transaction that no client waits for is tried again, and given up in the end.
    if (this.limits.nodes === Infinity) return false;
    const share = (processorMs() - this.#processorMs) / Math.max(underWay, 1);
    this.#noteWaits();
    const isIdle = share < ms * littlePart || this.#waitedMs > ms * (1 - littlePart);
    return isIdle && resources.every((one) => this.#spent[one] < this.limits[one] * littlePart);
  }
}

const current = new AsyncLocalStorage<Budget | undefined>();

/** Runs work, and all that it calls, within a budget: the database counts statements there. */
export function withinBudget<Result>(budget: Budget, work: () => Result): Result {
  return current.run(budget, work);
}

/** Runs work within a budget that ends with it. @param holder whose work it is: see `Budget` */
export async function withinLimits<Result>(
  limits: Limits,
  work: (budget: Budget) => Promise<Result> | Result,
  holder: string | null = null,
): Promise<Result> {
  const budget = new Budget(limits, holder);
  try {
    return await withinBudget(budget, () => work(budget));
  } finally {
    budget[Symbol.dispose]();
  }
}

/** Runs work that several operations share: it must not end with the budget of the one that starts it. */
export function outsideBudget<Result>(work: () => Result): Result {
  return current.run(undefined, work);
}

/** The budget of the current work; undefined outside of any, such as at the start of the process. */
export function currentBudget(): Budget | undefined {
  const budget = current.getStore();
  return budget?.isOver === true ? undefined : budget;
}

const resources: readonly Resource[] = ['nodes', 'statements', 'read'];
const unitOf: Readonly<Record<Resource, string>> = {
  nodes: 'nodes',
  statements: 'statements',
  read: 'bytes',
};
const whatOf: Readonly<Record<Resource, string>> = {
  nodes: 'objects and list items of the answer',
  statements: 'requests to the database',
  read: 'rows of the database',
};

/** @throws AppError `OVER_BUDGET` for an answer whose JSON text is longer than that of one operation may be */
export function requireShort(answer: unknown): void {
  if (jsonSize(answer, longestResponse) > longestResponse) throw tooLong();
}

/** The refusal of an answer that is not written. */
export function tooLong(): AppError {
  return overBudget('length of the answer', longestResponse, 'bytes');
}

/** The refusal of work that uses more than it may. It names the limit: how much there would be is never found out. */
export function overBudget(what: string, limit: number, unit: string): AppError {
  return beyondBudget(
    `The operation uses more than ${limit.toLocaleString('en-US')} ${unit} (${what}): ask for less at a time.`,
  );
}

/** The refusal of work that has done little, and was not done in time. */
function tooBusy(ms: number): AppError {
  const detail = `The operation was not done within ${ms.toLocaleString('en-US')} ms, although it has used little: the server or its database is busy. Try again shortly.`;
  return new AppError('overloaded', detail);
}

/** How long a reading of the processor time is good enough to be compared with seconds, in milliseconds. */
const readingLastsMs = 100;
const reading = { at: -Infinity, ms: 0 };

/** Processor time of this process, in milliseconds. A reading for each request takes 6 % of the time of a small one. */
function processorMs(): number {
  const now = performance.now();
  if (now - reading.at > readingLastsMs) {
    const { user, system } = process.cpuUsage();
    Object.assign(reading, { at: now, ms: (user + system) / 1_000 });
  }
  return reading.ms;
}

/** The refusal of an operation as a whole. @param detail names the limit and the fix */
export function beyondBudget(detail: string): AppError {
  return new AppError('over_budget', detail, [{ pointer: '', code: 'range', detail }]);
}
