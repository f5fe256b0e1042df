import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Ready } from '../../kit/core/index.ts';

/** The first message of a process of the cluster once it serves. */
export interface Started {
  readonly port: number;
  /** See `App.isOpen`. */
  readonly isOpen: boolean;
}

/** What a process of the cluster can be asked, and what it answers. */
export interface Answers {
  /** Shows that its event loop turns. */
  readonly life: true;
  /** Its `/readyz`; a text is the reason why it is not ready. */
  readonly readiness: Ready | string;
  readonly metrics: readonly MetricObjectWithValues<MetricValue<string>>[];
}

/** A question to a process of the cluster. */
export type Question = keyof Answers;

/** From the supervisor to a process, beside `stopMessage`. */
export interface ChildRequest {
  readonly id: number;
  readonly question: Question;
}

/** From a process to its supervisor. */
export type ChildMessage = { readonly started: Started } | { readonly id: number; readonly answer: Answers[Question] };
