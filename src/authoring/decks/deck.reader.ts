import { sql } from 'kysely';
import {
  readOne,
  type Batch,
  byId,
  type Columns,
  type CountedPage,
  type ListOrder,
  type PageRequest,
  type Part,
  type RequestScope,
  searchConditions,
  selectPageParts,
} from '../../kit/data/index.ts';
import { Deck } from './deck.entity.ts';

export const decksById = byId(Deck);

const names = { noun: 'deck', parameter: 'deckId' } as const;

/** Reads one deck. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export function readDeck(scope: RequestScope, deckId: string): Promise<Deck> {
  return readOne(scope.em, decksById, deckId, names);
}

const noColumns: ReadonlySet<string> = new Set();

/** Decks without their texts. */
const smallDecksById: Batch<string, Part<Deck> | null> = (em, ids) => decksById(em, ids, noColumns);

/**
 * Makes sure that there is a deck, without reading its texts.
 *
 * @returns its id, as it is stored
 * @throws AppError as `readDeck` does
 */
export async function requireDeck(scope: RequestScope, deckId: string): Promise<string> {
  return (await readDeckVersion(scope, deckId)).id;
}

/** A deck as far as `VersionedTexts` requests it. */
export interface DeckVersion {
  readonly id: string;
  /** Changes with each change of the deck, its slides or its FAQs. */
  readonly version: string;
  /** What its ETag names. */
  readonly number: number;
}

/** Reads the version of a deck, without its texts. @throws AppError as `readDeck` does */
export async function readDeckVersion({ em }: RequestScope, deckId: string): Promise<DeckVersion> {
  return deckVersionOf(await readOne(em, smallDecksById, deckId, names));
}

/** The version of a deck as far as it was read: what it consists of is read always. */
export function deckVersionOf({ id = '', version = 0, updatedAt }: Part<Deck>): DeckVersion {
  return { id, version: `${version} ${updatedAt?.getTime()}`, number: version };
}

/** The first of these ids, in either case, that no deck has; undefined when there are decks of all. */
export async function missingDeck(scope: RequestScope, deckIds: readonly string[]): Promise<string | undefined> {
  const decks = await smallDecksById(
    scope.em,
    deckIds.map((id) => id.toLowerCase()),
  );
  return deckIds.find((_id, at) => (decks[at] ?? null) === null);
}

interface DecksRequest extends PageRequest {
  readonly search?: string | null | undefined;
  readonly orderBy?: ListOrder | null | undefined;
}

/**
 * A page of all decks, oldest first by default. `search` matches name, description and brand name, case-insensitively.
 *
 * @throws AppError `INVALID_INPUT` when it is too long, or for a cursor of another order
 */
export async function listDecks(
  { em }: RequestScope,
  request: DecksRequest,
  columns: Columns,
): Promise<CountedPage<Part<Deck>>> {
  const { search, orderBy } = request;
  const conditions = searchConditions(search, sql`name`, sql`description`, sql`brand_name`);
  return selectPageParts(em, Deck, columns, { conditions, request, orderBy });
}
