import { type RawBuilder, sql } from 'kysely';
import {
  allOf,
  type Batch,
  byId,
  byName,
  type Columns,
  foreignCursor,
  type Page,
  pageBytes,
  type PageRequest,
  pageSize,
  type Part,
  portionPage,
  readEqual,
  readPlace,
  type RequestScope,
  select,
  selectSmallPortion,
  selectWhole,
} from '../../kit/data/index.ts';
import { AppError, notFound } from '../../kit/core/index.ts';
import { isUuid, requireUuid } from '../../kit/input/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { requireDeck } from '../decks/deck.reader.ts';
import { maxOrderIndex } from './slide.attributes.ts';
import { Slide } from './slide.entity.ts';

const shownOrder = sql`order_index, created_at, id`;

export const slidesById = byId(Slide);
/** Batch for the DataLoader: slides by their deck and their `slideId`. */
export const slidesBySlideId = byName(Slide, {
  columns: ['deck_id', 'slide_id'],
  property: 'slideId',
  keyOf: ({ deckId, slideId }) => ({ of: deckId, name: slideId }),
});
export const slidesOfDecks = allOf(Slide, 'deck_id', (slide) => slide.deckId, shownOrder);

/** Batch for the DataLoader: the number of slides of each deck, counted in one statement. */
export const slideCountsOfDecks: Batch<string, number> = async (em, deckIds) => {
  const counting = sql<{ deck_id: string; slides: number }>`
    select deck_id, count(*)::int as slides from ${visibleRows(em, Slide)} where deck_id = any(${[...deckIds]}::uuid[]) group by deck_id`;
  const rows = await readEqual(em, counting);
  const counts = new Map(rows.map((row) => [row.deck_id, row.slides]));
  return deckIds.map((deckId) => counts.get(deckId) ?? 0);
};

/** What new slides have to know of the others of their deck. */
interface Places {
  readonly slides: number;
  /** The largest `orderIndex`; -1 in an empty deck. */
  readonly lastIndex: number;
  /** Those of the given `slideId`s that slides have. */
  readonly taken: readonly string[];
}

/** Reads the places of a deck in one row: loading its slides would cost more with each one. */
export async function readPlaces({ em }: RequestScope, deckId: string, slideIds: readonly string[]): Promise<Places> {
  const { rows } = await sql<Places>`
    select count(*)::int as slides, coalesce(max(order_index), -1) as "lastIndex",
      coalesce(array_agg(slide_id) filter (where slide_id = any(${[...slideIds]}::text[])), '{}') as taken
    from ${visibleRows(em, Slide)} where deck_id = ${deckId}`.execute(em.getKysely<unknown>());
  const [places] = rows;
  if (places === undefined) throw new Error('An aggregate gives one row.');
  return places;
}

/** All slides of a deck in the order of display. @throws AppError `NOT_FOUND` for an unknown deck */
export async function readSlides(
  scope: RequestScope,
  deckId: string,
  columns: Columns,
): Promise<readonly Part<Slide>[]> {
  const id = requireUuid(deckId, 'deckId');
  const slides = await selectWhole(scope.em, Slide, columns, { conditions: [sql`deck_id = ${id}`], order: shownOrder });
  // Whoever sees a slide sees its deck.
  if (slides.length === 0) await requireDeck(scope, id);
  return slides;
}

interface SlidesRequest extends PageRequest {
  readonly deckId: string;
}

/** A page of the slides of a deck, in the order of display. @throws AppError `NOT_FOUND` for an unknown deck */
export async function listSlides(
  scope: RequestScope,
  { deckId, ...request }: SlidesRequest,
  columns: Columns,
): Promise<Page<Part<Slide>>> {
  const id = requireUuid(deckId, 'deckId');
  const portion = await selectSmallPortion(scope.em, Slide, columns, {
    conditions: [sql`deck_id = ${id}`, ...afterSlide(request)],
    order: shownOrder,
    limit: pageSize(request),
    bytes: pageBytes,
  });
  if (portion.rows.length === 0) await requireDeck(scope, id);
  // What the cursor names is small, and read always.
  return portionPage(portion, (row) => slideCursor(row as Slide));
}

function slideCursor({ orderIndex, createdAt, id }: Slide): string {
  return Buffer.from(`${orderIndex} ${createdAt.toISOString()} ${id}`).toString('base64url');
}

/** The condition that skips what came before a cursor. @throws AppError `INVALID_INPUT` for a foreign cursor */
function afterSlide({ after }: PageRequest): RawBuilder<unknown>[] {
  if (after === undefined || after === null) return [];
  const [, position, age = ''] = /^(\d{1,10}) (.*)$/.exec(Buffer.from(after, 'base64url').toString()) ?? [];
  if (position === undefined || Number(position) > maxOrderIndex) throw foreignCursor();
  const { time, id } = readPlace(age);
  return [sql`(order_index, created_at, id) > (${Number(position)}::int, ${time}::timestamptz, ${id}::uuid)`];
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
    'ambiguous_slide_id',
    `Several slides have the slideId ${idOrKey}: name one by its id (${found.map(({ id }) => id).join(', ')}), or say which deck with ?deckId=.`,
  );
}
