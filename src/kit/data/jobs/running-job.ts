import { Budget, jobLimits, withinBudget } from '../../core/index.ts';
import { GivenUpError } from './job-failure.ts';
import { type JobSignals, type Task, usualLongestSeconds } from './task.ts';

/** Why a job ended without a success. */
export interface JobFailure {
  readonly error: unknown;
}

/** One job that runs. It ends with its task, or when it is given up: a task that hangs keeps no slot. */
export class RunningJob {
  /** Null after a success. Never rejects. */
  readonly end: Promise<JobFailure | null>;
  /** Aborts the task, and the statement that it waits for, when it is given up. */
  readonly #budget = new Budget(jobLimits);
  readonly #givenUp = Promise.withResolvers<never>();
  readonly #step: NodeJS.Timeout;
  readonly #whole: NodeJS.Timeout;
  #hasEnded = false;

  constructor(
    task: Task<object>,
    data: object,
    private readonly process: Omit<JobSignals, 'progressed'>,
  ) {
    const { longestSeconds = usualLongestSeconds, longestStepSeconds = longestSeconds } = task;
    this.#whole = this.#limit(longestSeconds, 'ran');
    this.#step = this.#limit(longestStepSeconds, 'made no progress');
    const { stopping, tooLate } = process;
    tooLate.addEventListener('abort', this.#onTooLate);
    const signals = { stopping, tooLate: this.#budget.signal, progressed: this.#progressed };
    const run = Promise.resolve().then(() => withinBudget(this.#budget, () => task.run(data, signals)));
    const dispose = (): void => this.#budget[Symbol.dispose]();
    run.then(dispose, dispose);
    this.end = Promise.race([run, this.#givenUp.promise]).then(
      () => this.#finish(null),
      (error: unknown) => this.#finish({ error }),
    );
  }

  #limit(seconds: number, what: string): NodeJS.Timeout {
    return setTimeout(() => this.#giveUp(`The job ${what} for ${seconds} seconds and was given up.`), seconds * 1_000);
  }

  readonly #onTooLate = (): void => this.#giveUp('The process stopped before the job was done.');

  #giveUp(why: string): void {
    const error = new GivenUpError(why);
    this.#givenUp.reject(error);
    this.#budget.cancel(error);
  }

  readonly #progressed = (): void => {
    // A refresh would start a cleared timer anew.
    if (this.#hasEnded) return;
    this.#step.refresh();
    this.#budget.renew();
  };

  #finish(failure: JobFailure | null): JobFailure | null {
    this.#hasEnded = true;
    clearTimeout(this.#whole);
    clearTimeout(this.#step);
    this.process.tooLate.removeEventListener('abort', this.#onTooLate);
    return failure;
  }
}
