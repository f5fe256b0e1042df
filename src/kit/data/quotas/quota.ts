import type { SqlEntityManager } from '@mikro-orm/sql';
import type { QuotaName } from '../../core/index.ts';

/** What a quota limits, for whom it refuses. */
export interface QuotaRule {
  /** As clients read it. */
  readonly name: QuotaName;
  /** How much one key may use; 0 sets no quota, and nothing is counted. */
  readonly limit: number;
  /** The variable of the configuration. */
  readonly setting: string;
}

/** How much a key has used. */
export interface Use {
  readonly key: string;
  readonly used: number;
}

/** When a quota is counted anew. */
export const QuotaPeriod = { DAY: 'day' } as const;
/** A value of `QuotaPeriod`, as it is sent. */
export type QuotaPeriod = (typeof QuotaPeriod)[keyof typeof QuotaPeriod];

/** A quota as its use is shown. */
export interface Quota extends QuotaRule {
  /** `day` for what is counted anew each day; null for what a key has at a time. */
  readonly period: QuotaPeriod | null;
  /** The keys that have used the most. @param key only this one @param most how many keys */
  read(em: SqlEntityManager, key: string | null, most: number): Promise<Use[]>;
}
