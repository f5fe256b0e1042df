import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { isGiven } from '../../kit/core/index.ts';
import {
  type Batch,
  type CountedPage,
  type InnerPage,
  type ListOrder,
  type PageRequest,
  pagesOf,
  type RequestScope,
  selectPageParts,
  timeConditions,
  type TimeRange,
} from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import type { ContractStatus } from './contract-status.ts';
import { Contract } from './contract.entity.ts';
import { showAll, type ShownContract, showPage } from './contract.reader.ts';
import { contractTransitions } from './contract.transitions.ts';

/** Selects contracts of the list. `since` and `until` apply to their creation. An absent or null member selects all. */
interface ContractsRequest extends PageRequest, TimeRange {
  readonly deckId?: string | null | undefined;
  /** States now; an empty list selects all. */
  readonly status?: readonly ContractStatus[] | null | undefined;
  readonly orderBy?: ListOrder | null | undefined;
}

/**
 * A page of the contracts of all decks that the caller sees, newest first by default. An unknown deck has none: signed
 * contracts outlive their deck.
 *
 * @throws AppError `INVALID_INPUT`
 */
export async function listAllContracts(
  { em }: RequestScope,
  { deckId, status, since, until, orderBy, ...request }: ContractsRequest,
): Promise<CountedPage<ShownContract>> {
  const now = new Date();
  const conditions = [
    ...(isGiven(deckId) ? [sql`deck_id = ${requireUuid(deckId, 'deckId')}`] : []),
    ...statusConditions(status ?? [], now),
    ...timeConditions(sql`created_at`, { since, until }),
  ];
  const page = await selectPageParts(em, Contract, null, { conditions, request, order: 'newest first', orderBy });
  // Without columns all of them were read.
  return { ...page, ...(await showPage(em, page as CountedPage<Contract>, now)) };
}

/** The condition that contracts have one of the states at `now`, as `statusAt` says. The first part of it uses an index. */
function statusConditions(wanted: readonly ContractStatus[], now: Date): RawBuilder<unknown>[] {
  if (wanted.length === 0) return [];
  const { from, to } = contractTransitions.expire;
  const stored = wanted.includes(to) ? [...wanted, ...from] : wanted;
  const isOverdue = sql`status = any(${[...from]}::text[]) and expires_at <= ${now.toISOString()}::timestamptz`;
  return [
    sql`status = any(${[...stored]}::text[])`,
    sql`case when ${isOverdue} then ${to} else status end = any(${[...wanted]}::text[])`,
  ];
}

const rowPages = pagesOf(Contract, {
  column: 'presentation_id',
  keyOf: ({ presentationId }) => presentationId,
  order: 'newest first',
});

/** Batch for the DataLoader: pages of the contracts of many presentations, newest first. */
export const contractPages: Batch<InnerPage, CountedPage<ShownContract>> = async (em: SqlEntityManager, wanted) => {
  const pages = await rowPages(em, wanted);
  const shown = await showAll(
    em,
    pages.flatMap(({ edges }) => edges.map(({ node }) => node)),
  );
  return pages.map(({ edges, ...page }) => {
    const found = edges.flatMap((edge) => {
      const contract = shown.get(edge.node.id);
      return contract === undefined ? [] : [edge.with(contract)];
    });
    return { ...page, edges: found };
  });
};
