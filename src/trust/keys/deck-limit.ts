import { adminScope } from '../../kit/rights/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { unprocessable } from '../../kit/input/index.ts';
import type { FindMissingDeck } from '../../delivery/operations/subscription.service.ts';
import type { ApiKey } from './api-key.entity.ts';

/** Ids of decks in their canonical form: in lower case, in order, each once. */
export function canonicalDecks<Decks extends readonly string[] | null | undefined>(decks: Decks): string[] | Decks {
  return decks ? [...new Set(decks.map((id) => id.toLowerCase()))].sort() : decks;
}

/**
 * Checks what limits a key after a change. Decks are looked up only when they are new: a key stays as it is when one of
 * its decks is deleted.
 *
 * @throws AppError `UNPROCESSABLE` for a deck that does not exist, or an administrator that would be limited
 */
export async function checkDeckLimit(
  scope: RequestScope,
  missingDeck: FindMissingDeck,
  { scopes, deckIds }: Pick<ApiKey, 'scopes' | 'deckIds'>,
  changed: readonly string[],
): Promise<void> {
  if (deckIds === null) return;
  if (scopes.includes(adminScope)) {
    throw unprocessable(
      'admin_not_limited',
      '/deckIds',
      'enum',
      'A key with the scope admin sees all decks: leave deckIds out, or take other scopes.',
    );
  }
  if (!changed.includes('deckIds')) return;
  const missing = await missingDeck(scope, deckIds);
  if (missing !== undefined)
    throw unprocessable('reference_unknown', '/deckIds', 'unknown', `There is no deck with the id ${missing}.`);
}
