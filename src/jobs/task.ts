/** A kind of job: its queue's name, and what its rows carry. Jobs carry ids only; a task re-reads the truth. */
export interface JobKind<Data extends object> {
  readonly name: string;
  /** Never set: it ties the kind to its data at compile time. */
  readonly data?: Data;
}

export interface JobOptions {
  /** Earliest time to run. */
  readonly startAfter?: Date;
  /** Jobs of one group share `groupLimit` slots, so that one slow target cannot take them all. */
  readonly group?: string;
}

/** What tells a running job that its process is to end. */
export interface JobSignals {
  /** Aborted first: finish the step that is under way, begin no other. */
  readonly stopping: AbortSignal;
  /** Aborted when that has taken too long: break off. */
  readonly tooLate: AbortSignal;
}

export interface Task<Data extends object> {
  readonly kind: JobKind<Data>;
  /** Runs one job. A throw hands the job back to be run again: the task must bear being run twice. */
  readonly run: (data: Data, signals: JobSignals) => Promise<void>;
  /** Jobs that one process runs at the same time. */
  readonly slots: number;
  /** Longest that one job may take, in seconds; two minutes unless told. A job that takes longer is handed out again. */
  readonly longestSeconds?: number;
  /** Of these, how many one group may take; counted over all processes. */
  readonly groupLimit?: number;
}
