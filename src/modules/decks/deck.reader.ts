import { sql } from 'kysely';
import { type Page, type PageRequest, selectPage } from '../../platform/database/page.ts';
import { byId } from '../../platform/database/reads.ts';
import { invalidField, notFound } from '../../platform/kernel/errors.ts';
import { requireUuid } from '../../platform/input/validate.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import { Deck } from './deck.entity.ts';

/** Batch for the DataLoader: decks in the order of their ids, null where there is none. */
export const decksById = byId(Deck);

/** Reads one deck. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export async function readDeck(scope: RequestScope, deckId: string): Promise<Deck> {
  const id = requireUuid(deckId, 'deckId');
  const [deck] = await decksById(scope.em, [id]);
  if (deck === null || deck === undefined) throw notFound('deck', id);
  return deck;
}

/** Whether there is a deck with this id, in either case. */
export async function deckExists(scope: RequestScope, deckId: string): Promise<boolean> {
  const [deck] = await decksById(scope.em, [deckId.toLowerCase()]);
  return deck !== null && deck !== undefined;
}

/** Longest search text, in characters. */
export const longestSearch = 200;

/**
 * A page of all decks, oldest first. `search` matches name, description and brand name, case-insensitively.
 *
 * @throws AppError `INVALID_INPUT` when it is too long
 */
export async function listDecks(
  scope: RequestScope,
  request: PageRequest & { readonly search?: string | null | undefined },
): Promise<Page<Deck>> {
  const { search } = request;
  if (isLonger(search ?? '', longestSearch)) {
    throw invalidField('/search', 'length', `search must be at most ${longestSearch} characters long.`);
  }
  const needle = `%${(search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const conditions =
    search === undefined || search === null || search === ''
      ? []
      : [sql`(name ilike ${needle} or description ilike ${needle} or brand_name ilike ${needle})`];
  return selectPage(scope.em, Deck, conditions, request);
}

/** Counts code points, as JSON Schema does. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && (text.length > most * 2 || [...text].length > most);
}
