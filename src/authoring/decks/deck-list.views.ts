import { type JsonText, requireShort } from '../../kit/core/index.ts';
import type { VersionedTexts } from '../../kit/graphql/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { writeJson } from '../../kit/rights/index.ts';
import type { DeckSize } from './deck-size.ts';
import { readDeckVersion } from './deck.reader.ts';

/** A list that changes with its deck alone. */
interface DeckList {
  /** Names it among the texts. */
  readonly name: string;
  readonly deckId: string;
  /** Reads its items, as REST shows them. */
  readonly read: (deckId: string) => Promise<readonly object[]>;
}

export interface DeckLists {
  readonly texts: VersionedTexts;
  readonly size: DeckSize;
}

/**
 * The JSON of a list in REST, which is kept for the version of its deck.
 *
 * @throws AppError as `readDeck` does, and `UNPROCESSABLE` that names what to shorten where no answer could hold it
 */
export async function deckListText(
  { texts, size }: DeckLists,
  scope: RequestScope,
  { name, deckId, read }: DeckList,
): Promise<JsonText> {
  const { id, version } = await readDeckVersion(scope, deckId);
  return size.explained(scope, id, async () => {
    const write = async () => writeJson(await read(id), texts.signFor(scope.actor));
    const text = await texts.of(`REST ${name} ${id}`, version, write);
    requireShort(text);
    return text;
  });
}
