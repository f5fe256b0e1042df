import type { TransactionScope } from '../scope.ts';

/** A kind of job: its queue's name, and what its rows carry. Jobs carry ids only; a task reads the rows again. */
export interface JobKind<Data extends object> {
  readonly name: string;
  /** Never set: it ties the kind to its data at compile time. */
  readonly data?: (data: Data) => void;
}

/** When a job runs, and with which others it shares slots. */
export interface JobOptions {
  /** Earliest time to run, in milliseconds from now: the database adds them to its own clock. */
  readonly delayMs?: number;
  /** Jobs of one group share `groupLimit` slots, so that one slow target cannot take them all. */
  readonly group?: string;
  /** In place of a new id. Where a job with it exists already, no other is added. */
  readonly id?: string;
}

/** The signals that a running job receives, and the progress that it reports. */
export interface JobSignals {
  /** Aborted first when the process stops: finish the current step and begin no new one. */
  readonly stopping: AbortSignal;
  /** Aborted when that has taken too long, or when the job has missed a limit of its task: break off. */
  readonly tooLate: AbortSignal;
  /** Reports that a step is done. A job that stays silent for `longestStepSeconds` counts as dead. */
  readonly progressed: () => void;
}

/** The queue to which pg-boss copies jobs that have failed for the last time. */
export const deadJobQueue = 'dead-jobs';

/** How often a job is tried. An outage, or the stop of a process, is not a try; a crash is one. */
export const mostTries = 10;

/** Longest that one job may take unless its task has its own limit, in seconds. */
export const usualLongestSeconds = 120;

/** How the jobs of one kind are run: the work, its slots and its time limits. */
export interface Task<Data extends object> {
  readonly kind: JobKind<Data>;
  /**
   * Runs one job. A throw makes the job run again, so the task must be safe to run twice. After `mostTries` of
   * them the job is dead. An error `UNAVAILABLE` is not counted as a try.
   */
  readonly run: (data: Data, signals: JobSignals) => Promise<void>;
  /** Jobs that one process runs at the same time. */
  readonly slots: number;
  /** Longest that one job may take, in seconds. A job that takes longer is handed out again. */
  readonly longestSeconds?: number;
  /** How long a job is kept that has ended, in seconds; an hour by default. */
  readonly keptSeconds?: number;
  /** Longest time between two reports of progress, in seconds; `longestSeconds` by default. */
  readonly longestStepSeconds?: number;
  /** Of the slots, how many one group may take; counted over all processes. */
  readonly groupLimit?: number;
  /** Called when a job is given up, in the transaction that records it. Its data may have any shape. */
  readonly onDead?: (transaction: TransactionScope, data: Data, reason: string) => Promise<void>;
  /** Undoes that when the job is retried. */
  readonly onRetry?: (transaction: TransactionScope, data: Data) => Promise<void>;
}
