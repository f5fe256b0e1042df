import type { VersionedTexts } from '../../platform/cache/versioned-texts.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import type { JsonText } from '../../platform/kernel/json-text.ts';
import { writeJson } from '../../platform/rest/signed-link.ts';
import { readDeckVersion } from './deck.reader.ts';

/** A list that changes with its deck alone. */
interface DeckList {
  /** Names it among the texts. */
  readonly name: string;
  readonly deckId: string;
  /** Reads its items, as REST shows them. */
  readonly read: (deckId: string) => Promise<readonly object[]>;
}

/** The JSON of a list in REST, which is kept for the version of its deck. @throws AppError as `readDeck` does */
export async function deckListText(
  texts: VersionedTexts,
  scope: RequestScope,
  { name, deckId, read }: DeckList,
): Promise<JsonText> {
  const { id, version } = await readDeckVersion(scope, deckId);
  return texts.of(`REST ${name} ${id}`, version, async () => writeJson(await read(id), texts.signFor(scope.actor)));
}
