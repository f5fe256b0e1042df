import { adminScope, holds } from '../../kit/rights/index.ts';
import { databaseTime, holderName, type Quota, type RequestScope } from '../../kit/data/index.ts';
import { AppError, dayMs } from '../../kit/core/index.ts';
import type { Quotas } from './quotas.ts';
import { Usage } from './usage.ts';

export const mostKeys = 100;

/**
 * Usage of the quotas that are set. An administrator sees the keys that use the most of each, or the requested
 * one; anyone else sees what their own key uses.
 *
 * @throws AppError `FORBIDDEN` for the key of somebody else
 */
export async function readUsage(scope: RequestScope, quotas: Quotas, key?: string | null): Promise<Usage[]> {
  const whose = visibleKey(scope, key ?? null);
  const resetsAt = new Date((Math.floor((await databaseTime(scope.em)).getTime() / dayMs) + 1) * dayMs);
  const usages: Usage[] = [];
  const all: readonly Quota[] = Object.values(quotas);
  for (const quota of all.filter(({ limit }) => limit > 0)) {
    const uses = await quota.read(scope.em, whose, mostKeys);
    // A request for one key also lists the quotas that it has not begun to use.
    if (whose !== null && uses.length === 0) uses.push({ key: holderName(whose), used: 0 });
    const { name, limit, period } = quota;
    const rest = { quota: name, limit, period, resetsAt: period === null ? null : resetsAt };
    usages.push(...uses.map((use) => Object.assign(new Usage(), use, rest)));
  }
  return usages;
}

/** @returns the key whose use is shown; null for all */
function visibleKey({ actor, trail }: RequestScope, key: string | null): string | null {
  if (holds(actor, adminScope) && actor.decks === null) return key;
  if (key === null || key === actor.key) return actor.key;
  const detail = 'The use of other keys needs a key with the scope admin that is not limited to decks: leave out key.';
  const refusal = new AppError('scope_missing', detail);
  trail?.refused(refusal);
  throw refusal;
}
