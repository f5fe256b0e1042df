import { settledWithin } from '../settled-within.ts';
import { type Budget, currentBudget, type Limits, outsideBudget, withinLimits } from './budget.ts';

/**
 * Waits for work that several operations share, such as one statement for many, for no longer than the budget of this
 * one lasts. The work goes on, because the others need it.
 *
 * @param leave called when the budget ends first; false where the work may still do what is asked, so that its result is
 *   waited for
 * @throws the reason of the budget's end, such as AppError `UNAVAILABLE`; and as the work does
 */
export function waitForShared<Result>(work: Promise<Result>, leave: () => boolean = () => true): Promise<Result> {
  const budget = currentBudget();
  if (budget === undefined) return work;
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const endWait = budget.wait();
  const forget = budget.onCancel((reason) => {
    if (leave()) reject(reason);
  });
  const end = (): void => {
    endWait();
    forget();
  };
  work.then(resolve, reject).then(end, end);
  return promise;
}

/** How long a run waits for the one before, in milliseconds: one that hangs, such as on a silent connection, delays no other. */
const mostWaitMs = 100;

/** The next run of `SharedRuns`. */
interface Run<Item, Result> {
  readonly items: Item[];
  /** How many of its operations still wait for it. */
  waiting: number;
  /** Null until it begins. */
  budget: Budget | null;
  readonly result: Promise<Result | null>;
}

/**
 * Work of one kind that many operations need, such as reads of one table. Those that come together share a run, and those
 * that come while one is under way share the next. It begins after each of them came, so what it finds is as fresh as for
 * a run of its own. One that comes alone runs its own work.
 */
export class SharedRuns<Item, Result> {
  #running = 0;
  #last: Promise<void> = Promise.resolve();
  #next: Run<Item, Result> | null = null;

  /**
   * @param limits of each run
   * @param work runs for all items, within the budget that it is given
   * @param onIdle called once nothing runs, and nobody waits
   */
  constructor(
    private readonly limits: Limits,
    private readonly work: (items: readonly Item[], budget: Budget) => Promise<Result>,
    private readonly onIdle: () => void = () => undefined,
  ) {}

  /** Runs the work of one operation, within its budget. */
  alone<Own>(own: () => Promise<Own>): Promise<Own> {
    return this.#track(own());
  }

  /**
   * Waits for the next run, which is aborted when all of its operations have ended.
   *
   * @returns its result; null for the only item of it, and after an error, which may be due to one of its items: the
   *   operation then runs its own work
   * @throws the reason of the end of the current budget
   */
  share(item: Item): Promise<Result | null> {
    const run = (this.#next ??= this.#prepare());
    run.items.push(item);
    run.waiting += 1;
    return waitForShared(run.result, () => {
      run.waiting -= 1;
      if (run.waiting === 0) run.budget?.cancel(new Error('Nobody waits for this any longer.'));
      return true;
    });
  }

  #prepare(): Run<Item, Result> {
    const { promise, resolve } = Promise.withResolvers<Result | null>();
    const run: Run<Item, Result> = { items: [], waiting: 0, budget: null, result: promise };
    // It serves many operations: the budget of the first one must not abort it.
    void outsideBudget(() => this.#run(run)).then(resolve);
    return run;
  }

  async #run(run: Run<Item, Result>): Promise<Result | null> {
    if (this.#running > 0) await settledWithin(mostWaitMs, this.#last);
    // One turn of the event loop, so that operations that are ready together go together.
    else await new Promise(setImmediate);
    this.#next = null;
    if (run.items.length > 1 && run.waiting > 0) return this.#track(this.#runTogether(run));
    // Its only operation may have ended.
    this.#noteIdle();
    return null;
  }

  async #runTogether(run: Run<Item, Result>): Promise<Result | null> {
    const work = withinLimits(this.limits, (budget) => {
      run.budget = budget;
      return this.work(run.items, budget);
    });
    return work.catch(() => null);
  }

  #track<Own>(work: Promise<Own>): Promise<Own> {
    this.#running += 1;
    const end = (): void => {
      this.#running -= 1;
      this.#noteIdle();
    };
    this.#last = work.then(end, end);
    return work;
  }

  #noteIdle(): void {
    if (this.#running === 0 && this.#next === null) this.onIdle();
  }
}
