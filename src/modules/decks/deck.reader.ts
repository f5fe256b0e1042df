import { sql } from 'kysely';
import { type Page, type PageRequest, selectPageParts } from '../../platform/database/page.ts';
import { byId, type Columns, type Part } from '../../platform/database/reads.ts';
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

const noColumns: ReadonlySet<string> = new Set();

/**
 * Makes sure that there is a deck, without reading its texts.
 *
 * @returns its id, as it is stored
 * @throws AppError as `readDeck` does
 */
export async function requireDeck(scope: RequestScope, deckId: string): Promise<string> {
  return (await readDeckVersion(scope, deckId)).id;
}

/** A deck as far as `VersionedTexts` asks for it. */
export interface DeckVersion {
  readonly id: string;
  /** Changes with each change of the deck, its slides or its FAQs. */
  readonly version: string;
}

/** The version of a deck. @throws AppError as `readDeck` does */
export async function readDeckVersion(scope: RequestScope, deckId: string): Promise<DeckVersion> {
  const id = requireUuid(deckId, 'deckId');
  const [deck] = await decksById(scope.em, [id], noColumns);
  if (deck === null || deck === undefined) throw notFound('deck', id);
  return { id, version: `${deck.version} ${deck.updatedAt?.toISOString()}` };
}

/** Whether there is a deck with this id, in either case. */
export async function deckExists(scope: RequestScope, deckId: string): Promise<boolean> {
  const [deck] = await decksById(scope.em, [deckId.toLowerCase()], noColumns);
  return deck !== null && deck !== undefined;
}

/** Longest search text, in characters. */
export const longestSearch = 200;

/** The page of decks to read, and the text to find in them. */
interface DecksRequest extends PageRequest {
  readonly search?: string | null | undefined;
}

/**
 * A page of all decks, oldest first. `search` matches name, description and brand name, case-insensitively.
 *
 * @throws AppError `INVALID_INPUT` when it is too long
 */
export async function listDecks(
  { em }: RequestScope,
  request: DecksRequest,
  asked: Columns,
): Promise<Page<Part<Deck>>> {
  const { search } = request;
  if (isLonger(search ?? '', longestSearch)) {
    throw invalidField('/search', 'length', `search must be at most ${longestSearch} characters long.`);
  }
  const needle = `%${(search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const conditions =
    search === undefined || search === null || search === ''
      ? []
      : [sql`(name ilike ${needle} or description ilike ${needle} or brand_name ilike ${needle})`];
  return selectPageParts(em, Deck, asked, { conditions, request });
}

/** Counts code points, as JSON Schema does. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && (text.length > most * 2 || [...text].length > most);
}
