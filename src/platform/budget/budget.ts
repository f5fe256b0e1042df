import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../kernel/errors.ts';
import { jsonSize } from './json-size.ts';

/** The limited resources. `nodes` are objects and list items of an answer, `read` bytes of rows from the database. */
export type Resource = 'nodes' | 'statements' | 'read';

/** The most that one piece of work may use of each resource, and how long it may take, in milliseconds. */
export type Limits = Readonly<Record<Resource, number>> & { readonly ms: number };

/** For one operation of a client, at every door, and for one row of a stream. */
export const operationLimits: Limits = {
  nodes: 100_000,
  statements: 2_000,
  read: 50_000_000,
  ms: 10_000,
};

/** Most bytes of JSON that one operation, or one row of a stream, is answered with. */
export const longestResponse = 10_000_000;

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
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    private readonly limits: Limits,
    /** Who waits in line with others' work, such as the id of a key; null for nobody in particular. */
    readonly holder: string | null = null,
  ) {
    this.#start(limits.ms);
  }

  /** Aborted when a limit is exceeded, when the time is over, or when the client has left. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Whether the work is done: work that it has started for others is not counted. */
  get isOver(): boolean {
    return this.#isOver;
  }

  spent(resource: Resource): number {
    return this.#spent[resource];
  }

  /** @throws AppError `OVER_BUDGET` when more is used than may be; the reason of `cancel` once that was called */
  spend(resource: Resource, amount = 1): void {
    this.count(resource, amount);
    this.signal.throwIfAborted();
  }

  /** The same for code whose errors nothing catches: aborts the work instead. */
  count(resource: Resource, amount: number): void {
    if (this.signal.aborted) return;
    this.#spent[resource] += amount;
    const limit = this.limits[resource];
    if (this.#spent[resource] > limit) this.cancel(overBudget(whatOf[resource], limit, unitOf[resource]));
  }

  /**
   * Begins the next step of long work: each step may use as much as one operation. Aborted work stays aborted.
   *
   * @param ms how long the step may take, for a step that waits for another service
   */
  renew(ms = this.limits.ms): void {
    if (this.#isOver || this.signal.aborted) return;
    this.#spent.statements = 0;
    this.#spent.read = 0;
    clearTimeout(this.#timer);
    this.#start(ms);
  }

  /** Breaks the work off. */
  cancel(reason: Error): void {
    this.#abort.abort(reason);
  }

  /** Called when the work is done. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #start(ms: number): void {
    if (ms === Infinity) return;
    this.#timer = setTimeout(() => this.cancel(overBudget('time', ms, 'ms')), ms);
    this.#timer.unref();
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

/** The refusal of an operation as a whole. @param detail names the limit and the fix */
export function beyondBudget(detail: string): AppError {
  return new AppError('OVER_BUDGET', detail, [{ pointer: '', code: 'range', detail }]);
}
