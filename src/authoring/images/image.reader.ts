import { sql } from 'kysely';
import {
  byId,
  type Columns,
  type CountedPage,
  type PageRequest,
  pagesOf,
  type Part,
  type RequestScope,
  selectOne,
  selectPageParts,
} from '../../kit/data/index.ts';
import { requireDeck } from '../decks/deck.reader.ts';
import { Image } from './image.entity.ts';
import { imageUrlOf } from './image-url.ts';

export const imagesById = byId(Image);
export const imagePages = pagesOf(Image, { column: 'deck_id', keyOf: ({ deckId }) => deckId, order: 'newest first' });

/** A page of the images of a deck, newest first. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export async function listImages(
  scope: RequestScope,
  { deckId, ...request }: PageRequest & { readonly deckId: string },
  columns: Columns,
): Promise<CountedPage<Part<Image>>> {
  const id = await requireDeck(scope, deckId);
  return selectPageParts(scope.em, Image, columns, {
    conditions: [sql`deck_id = ${id}`],
    request,
    order: 'newest first',
  });
}

/** The image of a key, of any deck that the actor sees; null for none. */
export function findImage({ em }: RequestScope, key: string): Promise<Image | null> {
  return selectOne(em, Image, sql`where url = ${imageUrlOf(key)} limit 1`);
}
