import { sql } from 'kysely';
import { selectWhole } from '../../platform/database/portions.ts';
import { allOf, type Batch, byId, type Columns, type Part, select } from '../../platform/database/reads.ts';
import { AppError, notFound } from '../../platform/kernel/errors.ts';
import { isUuid, requireUuid } from '../../platform/input/validate.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import { requireDeck } from '../decks/deck.reader.ts';
import { Slide } from './slide.entity.ts';
import { visibleRows } from '../../platform/sight/visible-rows.ts';

/** The order of display. */
const shownOrder = sql`order_index, created_at, id`;

/** Batch for the DataLoader: slides in the order of their ids, null where there is none. */
export const slidesById = byId(Slide);
/** Batch for the DataLoader: all slides of each deck, in the order of display. */
export const slidesOfDecks = allOf(Slide, 'deck_id', (slide) => slide.deckId, shownOrder);

/** Batch for the DataLoader: the number of slides of each deck, counted in one statement. */
export const slideCountsOfDecks: Batch<string, number> = async (em, deckIds) => {
  const { rows } = await sql<{ deck_id: string; slides: number }>`
    select deck_id, count(*)::int as slides from ${visibleRows(em, Slide)} where deck_id = any(${[...deckIds]}::uuid[]) group by deck_id`.execute(
    em.getKysely<unknown>(),
  );
  const counts = new Map(rows.map((row) => [row.deck_id, row.slides]));
  return deckIds.map((deckId) => counts.get(deckId) ?? 0);
};

/** All slides of a deck in the order of display. @throws AppError `NOT_FOUND` for an unknown deck */
export async function readSlides(scope: RequestScope, deckId: string, asked: Columns): Promise<readonly Part<Slide>[]> {
  const id = requireUuid(deckId, 'deckId');
  const slides = await selectWhole(scope.em, Slide, asked, { conditions: [sql`deck_id = ${id}`], order: shownOrder });
  // Whoever sees a slide sees its deck.
  if (slides.length === 0) await requireDeck(scope, id);
  return slides;
}

/**
 * Finds a slide by its id, or by its `slideId` where only one deck uses it; `deckId` narrows the search.
 *
 * @throws AppError `NOT_FOUND`, or `CONFLICT` listing the slides when several decks use the `slideId`
 */
export async function findSlide(scope: RequestScope, idOrKey: string, deckId?: string): Promise<Slide> {
  const inDeck = deckId === undefined ? sql`true` : sql`deck_id = ${requireUuid(deckId, 'deckId')}`;
  const named = isUuid(idOrKey) ? sql`(id = ${idOrKey} or slide_id = ${idOrKey})` : sql`slide_id = ${idOrKey}`;
  const found = await select(scope.em, Slide, sql`where ${named} and ${inDeck} order by created_at, id limit 20`);
  const exact = found.find((slide) => slide.id === idOrKey.toLowerCase());
  const [slide, another] = found;
  if (exact !== undefined) return exact;
  if (slide === undefined) throw notFound('slide', idOrKey);
  if (another === undefined) return slide;
  throw new AppError(
    'CONFLICT',
    `Several slides have the slideId ${idOrKey}: name one by its id (${found.map(({ id }) => id).join(', ')}), or say which deck with ?deckId=.`,
  );
}
