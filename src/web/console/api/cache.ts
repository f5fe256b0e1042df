import type { Exchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';

/**
 * The lists of the API that a mutation can lengthen, shorten or reorder, by the mutation. Objects that a mutation returns are
 * updated in all screens by their id; a list is read again.
 */
const changedLists: Readonly<Record<string, readonly string[]>> = {
  createDeck: ['decks'],
  deleteDeck: ['decks'],
  duplicateDeck: ['decks'],
};

/** One cache of objects by id: what a stream or a mutation returns changes every screen that shows it. */
export function createCache(): Exchange {
  const update =
    (fields: readonly string[]) =>
    (_result: unknown, _variables: unknown, cache: { invalidate: (entity: 'Query', field: string) => void }): void => {
      for (const field of fields) cache.invalidate('Query', field);
    };
  return cacheExchange({
    updates: {
      Mutation: Object.fromEntries(Object.entries(changedLists).map(([name, fields]) => [name, update(fields)])),
    },
  });
}
