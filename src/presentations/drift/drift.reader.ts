import { readContents } from '../../authoring/decks/deck-contents.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { readDeck } from '../../authoring/decks/deck.reader.ts';
import type { Presentation } from '../presentations/presentation.entity.ts';
import { readParts } from '../presentations/presentation-part.reader.ts';
import { driftOf, isOfVersion, noDrift, type PresentationDrift } from './drift.ts';

/**
 * Compares one presentation with its deck. @throws AppError `NOT_FOUND` when the deck was deleted, or as `driftOf` does
 */
export async function readDrift(scope: RequestScope, presentation: Presentation): Promise<PresentationDrift> {
  const deck = await readDeck(scope, presentation.deckId);
  if (isOfVersion(presentation, deck)) return noDrift;
  return driftOf(presentation, await readParts(scope.em, presentation.id), await readContents(scope, deck));
}
