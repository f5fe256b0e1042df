import { type JobSignals, type Task, usualLongestSeconds } from './task.ts';

/** Why a job ended without a success. */
export interface JobFailure {
  readonly error: unknown;
}

/** One job that runs. It ends with its task, or when it misses a limit: a task that hangs keeps no slot. */
export class RunningJob {
  /** Null after a success. Never rejects. */
  readonly end: Promise<JobFailure | null>;
  readonly #abort = new AbortController();
  readonly #step: NodeJS.Timeout;
  readonly #whole: NodeJS.Timeout;
  #hasEnded = false;

  constructor(task: Task<object>, data: object, { stopping, tooLate }: Omit<JobSignals, 'progressed'>) {
    const { longestSeconds = usualLongestSeconds, longestStepSeconds = longestSeconds } = task;
    const { promise: missed, reject } = Promise.withResolvers<never>();
    const limit = (seconds: number, what: string): NodeJS.Timeout =>
      setTimeout(() => {
        const error = new Error(`The job ${what} for ${seconds} seconds and was given up.`);
        reject(error);
        this.#abort.abort(error);
      }, seconds * 1_000);
    this.#whole = limit(longestSeconds, 'ran');
    this.#step = limit(longestStepSeconds, 'made no progress');
    const signals = {
      stopping,
      tooLate: AbortSignal.any([tooLate, this.#abort.signal]),
      progressed: () => this.#progressed(),
    };
    const run = Promise.resolve().then(() => task.run(data, signals));
    this.end = Promise.race([run, missed]).then(
      () => this.#finish(null),
      (error: unknown) => this.#finish({ error }),
    );
  }

  #progressed(): void {
    // A refresh would start a cleared timer anew.
    if (!this.#hasEnded) this.#step.refresh();
  }

  #finish(failure: JobFailure | null): JobFailure | null {
    this.#hasEnded = true;
    clearTimeout(this.#whole);
    clearTimeout(this.#step);
    return failure;
  }
}
