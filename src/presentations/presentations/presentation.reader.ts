import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import {
  readOne,
  afterCursor,
  ageCursor,
  byId,
  type Columns,
  groupsOf,
  inOrder,
  type Page,
  type PageRequest,
  pageSize,
  type Part,
  type RequestScope,
  type RowBatch,
  selectPageParts,
  selectParts,
  toPage,
  type TransactionScope,
  where,
} from '../../kit/data/index.ts';
import { notFound } from '../../kit/core/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { requireDeck } from '../../authoring/decks/deck.reader.ts';
import { Presentation } from './presentation.entity.ts';
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

/** Reads one presentation with its slides and FAQs. @throws AppError as `readPresentation` does */
export async function readWholePresentation(scope: RequestScope, presentationId: string): Promise<WholePresentation> {
  return withParts(scope.em, await readPresentation(scope, presentationId));
}

interface PresentationsRequest extends PageRequest {
  readonly deckId: string;
}

/** A page of a deck's presentations, newest first. @throws AppError `NOT_FOUND` for an unknown deck */
export async function listPresentations(
  scope: RequestScope,
  { deckId, ...request }: PresentationsRequest,
  columns: Columns,
): Promise<Page<Part<Presentation>>> {
  const id = requireUuid(deckId, 'deckId');
  const conditions = [sql`deck_id = ${id}`];
  const page = await selectPageParts(scope.em, Presentation, columns, { conditions, request, order: 'newest first' });
  // Whoever sees a presentation sees its deck.
  if (page.edges.length === 0) await requireDeck(scope, id);
  return page;
}

/** The key of `presentationPages`: a deck and the page wanted of it. */
export interface DeckPage {
  readonly deckId: string;
  readonly page: PageRequest;
}

/** Batch for the DataLoader: pages of many decks, newest first. Decks with equal page arguments share one statement. */
export const presentationPages: RowBatch<DeckPage, Page<Presentation>, Page<Part<Presentation>>> = readDecks;

async function readDecks(
  em: SqlEntityManager,
  wanted: readonly DeckPage[],
  columns: Columns = null,
): Promise<Page<Presentation>[]> {
  const groups = Map.groupBy(wanted, ({ page }) => `${page.first ?? ''} ${page.after ?? ''}`);
  const pages = new Map<DeckPage, Page<Part<Presentation>>>();
  for (const group of groups.values()) {
    for (const [at, page] of (await readPages(em, group, columns)).entries()) pages.set(group[at] as DeckPage, page);
  }
  // Whole rows where no columns are named: `RowBatch` says so.
  return wanted.map((one) => pages.get(one) as Page<Presentation>);
}

async function readPages(
  em: SqlEntityManager,
  wanted: readonly DeckPage[],
  columns: Columns,
): Promise<Page<Part<Presentation>>[]> {
  const page = wanted[0]?.page ?? {};
  const size = pageSize(page);
  const deckIds = wanted.map(({ deckId }) => deckId);
  const conditions = where([sql`deck_id = any(${deckIds}::uuid[])`, ...afterCursor(page, 'newest first')]);
  const order = inOrder('newest first');
  const rows = await selectParts(
    em,
    Presentation,
    columns,
    sql`where id in (select id from (
      select id, row_number() over (partition by deck_id order by ${order}) as place from ${visibleRows(em, Presentation)} ${conditions}
    ) ranked where place <= ${size + 1}) order by ${order}`,
  );
  const found = groupsOf<Presentation>(deckIds, rows, ({ deckId }) => deckId);
  return found.map((group) => toPage(group, size, (row) => ageCursor(row as Presentation)));
}
