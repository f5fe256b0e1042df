import type { JobKind } from '../../kit/data/index.ts';

/** What a `replay` job carries: the gap of one subscription and how much of it is done. */
export interface ReplayData {
  readonly subscriptionId: string;
  /** ISO 8601 time at which the gap begins. It identifies the gap: the replay ends when `gapSince` differs. */
  readonly since: string;
  /** Position in the log behind which the job continues; null at first. */
  readonly after: string | null;
  /** Last position of the gap; null until the first job finds it. */
  readonly head: string | null;
  /** Id of a delivery that must be over before the next one is sent; null for none. */
  readonly waitsFor: string | null;
}

/** Delivers what a recovered subscription has missed, in the order of the log. */
export const replay: JobKind<ReplayData> = { name: 'replay' };
