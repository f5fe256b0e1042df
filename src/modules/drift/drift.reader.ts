import type { RequestScope } from '../../platform/database/scope.ts';
import { readDeck } from '../decks/deck.reader.ts';
import type { Presentation } from '../presentations/presentation.entity.ts';
import { readParts } from '../presentations/presentation-part.reader.ts';
import { readContents } from '../presentations/presentation.reader.ts';
import { driftOf, isOfVersion, noDrift, type PresentationDrift } from './drift.ts';

/**
 * Compares one presentation with its deck. @throws AppError `NOT_FOUND` when the deck was deleted, or as `driftOf` does
 */
export async function readDrift(scope: RequestScope, presentation: Presentation): Promise<PresentationDrift> {
  const deck = await readDeck(scope, presentation.deckId);
  if (isOfVersion(presentation, deck)) return noDrift;
  return driftOf(presentation, await readParts(scope.em, presentation.id), await readContents(scope, deck));
}
