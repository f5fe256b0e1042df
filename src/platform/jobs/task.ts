import type { TransactionScope } from '../database/scope.ts';

/** A kind of job: its queue's name, and what its rows carry. Jobs carry ids only; a task re-reads the truth. */
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
}

/** What a running job is told, and what it tells. */
export interface JobSignals {
  /** Aborted first when the process stops: finish the step that is under way, begin no other. */
  readonly stopping: AbortSignal;
  /** Aborted when that has taken too long, or when the job has missed a limit of its task: break off. */
  readonly tooLate: AbortSignal;
  /** Says that a step is done. A job that stays silent for `longestStepSeconds` counts as dead. */
  readonly progressed: () => void;
}

/** The queue to which pg-boss copies what has failed for the last time. */
export const deadJobQueue = 'dead-jobs';

/** How often a job is tried. An outage, or the stop of a process, is not a try; a crash is one. */
export const mostTries = 10;

/** Longest that one job may take unless its task says otherwise, in seconds. */
export const usualLongestSeconds = 120;

/** How the jobs of one kind are run: the work, its slots and its time limits. */
export interface Task<Data extends object> {
  readonly kind: JobKind<Data>;
  /**
   * Runs one job. A throw hands the job back to be run again: the task must bear being run twice. After `mostTries` of
   * them the job is dead. What says that something is away (`UNAVAILABLE`) is not a try.
   */
  readonly run: (data: Data, signals: JobSignals) => Promise<void>;
  /** Jobs that one process runs at the same time. */
  readonly slots: number;
  /** Longest that one job may take, in seconds. A job that takes longer is handed out again. */
  readonly longestSeconds?: number;
  /** Longest time between two signs of progress, in seconds; `longestSeconds` unless told. */
  readonly longestStepSeconds?: number;
  /** Of the slots, how many one group may take; counted over all processes. */
  readonly groupLimit?: number;
  /** What follows from the death of a job, in the transaction that tells of it. Must bear data of any shape. */
  readonly onDead?: (transaction: TransactionScope, data: Data, reason: string) => Promise<void>;
  /** Takes that back when somebody retries the job. */
  readonly onRetry?: (transaction: TransactionScope, data: Data) => Promise<void>;
}
