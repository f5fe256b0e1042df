import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import {
  afterCursor,
  ageCursor,
  inOrder,
  type Page,
  pageSize,
  type PageRequest,
  selectPage,
  toPage,
} from '../../platform/database/page.ts';
import { type Batch, byId, select, where } from '../../platform/database/reads.ts';
import { notFound } from '../../platform/kernel/errors.ts';
import { requireUuid } from '../../platform/input/validate.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import type { Deck } from '../decks/deck.entity.ts';
import { readDeck } from '../decks/deck.reader.ts';
import { faqsOfDecks } from '../faqs/faq.reader.ts';
import { slidesOfDecks } from '../slides/slide.reader.ts';
import type { DeckContents } from '../personalisation/personalise.ts';
import { Presentation } from './presentation.entity.ts';
import { type WholePresentation, withParts } from './presentation-part.reader.ts';
import { visibleRows } from '../../platform/sight/visible-rows.ts';

/** Batch for the DataLoader: presentations in the order of their ids, null where there is none. */
export const presentationsById = byId(Presentation);

/** Reads one presentation. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export async function readPresentation(scope: RequestScope, presentationId: string): Promise<Presentation> {
  const id = requireUuid(presentationId, 'presentationId');
  const [presentation] = await presentationsById(scope.em, [id]);
  if (presentation === null || presentation === undefined) throw notFound('presentation', id);
  return presentation;
}

/** Reads one presentation with its slides and FAQs. @throws AppError as `readPresentation` does */
export async function readWholePresentation(scope: RequestScope, presentationId: string): Promise<WholePresentation> {
  return withParts(scope.em, await readPresentation(scope, presentationId));
}

/** Reads a deck with all that its presentations are made from. */
export async function readContents({ em }: RequestScope, deck: Deck): Promise<DeckContents> {
  const [slides = []] = await slidesOfDecks(em, [deck.id]);
  const [faqs = []] = await faqsOfDecks(em, [deck.id]);
  return { deck, slides, faqs };
}

/** A page of a deck's presentations, newest first. @throws AppError `NOT_FOUND` for an unknown deck */
export async function listPresentations(
  scope: RequestScope,
  deckId: string,
  page: PageRequest,
): Promise<Page<Presentation>> {
  const deck = await readDeck(scope, deckId);
  return selectPage(scope.em, Presentation, [sql`deck_id = ${deck.id}`], page, 'newest first');
}

/** The key of `presentationPages`: a deck and the page wanted of it. */
export interface DeckPage {
  readonly deckId: string;
  readonly page: PageRequest;
}

/** Batch for the DataLoader: pages of many decks, newest first. Decks with equal page arguments share one statement. */
export const presentationPages: Batch<DeckPage, Page<Presentation>> = async (em, wanted) => {
  const groups = Map.groupBy(wanted, ({ page }) => `${page.first ?? ''} ${page.after ?? ''}`);
  const pages = new Map<DeckPage, Page<Presentation>>();
  for (const group of groups.values()) {
    for (const [at, page] of (await readPages(em, group)).entries()) pages.set(group[at] as DeckPage, page);
  }
  return wanted.map((one) => pages.get(one) as Page<Presentation>);
};

async function readPages(em: SqlEntityManager, wanted: readonly DeckPage[]): Promise<Page<Presentation>[]> {
  const page = wanted[0]?.page ?? {};
  const size = pageSize(page);
  const deckIds = wanted.map(({ deckId }) => deckId);
  const conditions = where([sql`deck_id in (${sql.join(deckIds)})`, ...afterCursor(page, 'newest first')]);
  const order = inOrder('newest first');
  const rows = await select(
    em,
    Presentation,
    sql`where id in (select id from (
      select id, row_number() over (partition by deck_id order by ${order}) as place from ${visibleRows(em, Presentation)} ${conditions}
    ) ranked where place <= ${size + 1}) order by ${order}`,
  );
  const found = Map.groupBy(rows, ({ deckId }) => deckId);
  return deckIds.map((deckId) => toPage(found.get(deckId) ?? [], size, ageCursor));
}
