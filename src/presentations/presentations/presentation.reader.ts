import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import {
  readOne,
  byId,
  type Columns,
  type CountedPage,
  type ListOrder,
  lockRow,
  type PageRequest,
  pagesOf,
  type Part,
  type RequestScope,
  searchConditions,
  selectPageParts,
  timeConditions,
  type TransactionScope,
} from '../../kit/data/index.ts';
import { notFound, isGiven } from '../../kit/core/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { requireDeck } from '../../authoring/decks/deck.reader.ts';
import { homeownerName, Presentation, type PresentationStatus } from './presentation.entity.ts';
import { type WholePresentation, withParts } from './presentation-part.reader.ts';

export const presentationsById = byId(Presentation);

/** Reads one presentation. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export function readPresentation(scope: RequestScope, presentationId: string): Promise<Presentation> {
  return readOne(scope.em, presentationsById, presentationId, { noun: 'presentation', parameter: 'presentationId' });
}

/**
 * Locks the row of a presentation until the transaction ends; null when it was deleted. Every change of it, of its
 * narration and of its contracts starts so: they run one after the other, and none during its deletion.
 */
export function lockPresentation({ em }: TransactionScope, id: string): Promise<Presentation | null> {
  return em.findOne(Presentation, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Locks a presentation for a request that names it. @throws AppError `NOT_FOUND` when it was deleted */
export async function requireLocked(transaction: TransactionScope, id: string): Promise<Presentation> {
  const presentation = await lockPresentation(transaction, id);
  if (presentation === null) throw notFound('presentation', id);
  return presentation;
}

/** The same as a plain row, for a change by `updateRow`. @throws AppError `NOT_FOUND` when it was deleted */
export async function requireLockedRow(transaction: TransactionScope, id: string): Promise<Presentation> {
  const presentation = await lockRow(transaction, Presentation, id);
  if (presentation === null) throw notFound('presentation', id);
  return presentation;
}

/** Reads one presentation with its slides and FAQs. @throws AppError as `readPresentation` does */
export async function readWholePresentation(scope: RequestScope, presentationId: string): Promise<WholePresentation> {
  return withParts(scope.em, await readPresentation(scope, presentationId));
}

/** Selects presentations of the list. An absent or null member selects all. */
interface PresentationsRequest extends PageRequest {
  readonly deckId?: string | null | undefined;
  /** States; an empty list selects all. */
  readonly status?: readonly PresentationStatus[] | null | undefined;
  /** Text to find in the name of the homeowner. */
  readonly search?: string | null | undefined;
  /** Time from which it was made. */
  readonly since?: string | null | undefined;
  readonly orderBy?: ListOrder | null | undefined;
}

/**
 * A page of presentations, of one deck or of all that the caller sees, newest first by default.
 *
 * @throws AppError `NOT_FOUND` for an unknown deck, `INVALID_INPUT`
 */
export async function listPresentations(
  scope: RequestScope,
  { deckId, status, search, since, orderBy, ...request }: PresentationsRequest,
  columns: Columns,
): Promise<CountedPage<Part<Presentation>>> {
  const id = isGiven(deckId) ? requireUuid(deckId, 'deckId') : null;
  const conditions = [
    ...(id === null ? [] : [sql`deck_id = ${id}`]),
    ...(isGiven(status) && status.length > 0 ? [sql`status = any(${[...status]}::text[])`] : []),
    ...searchConditions(search, sql.raw(homeownerName)),
    ...timeConditions(sql`created_at`, { since }),
  ];
  const listing = { conditions, request, order: 'newest first', orderBy } as const;
  const page = await selectPageParts(scope.em, Presentation, columns, listing);
  // Whoever sees a presentation sees its deck.
  if (id !== null && page.edges.length === 0) await requireDeck(scope, id);
  return page;
}

/** Batch for the DataLoader: pages of the presentations of many decks, newest first. */
export const presentationPages = pagesOf(Presentation, {
  column: 'deck_id',
  keyOf: ({ deckId }) => deckId,
  order: 'newest first',
});
