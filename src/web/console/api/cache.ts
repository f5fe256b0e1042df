import type { Exchange } from '@urql/core';
import { cacheExchange, type UpdateResolver } from '@urql/exchange-graphcache';

/**
 * The lists of the API that a mutation can lengthen, shorten or reorder, by the mutation. Objects that a mutation returns are
 * updated in all screens by their id; a list is read again.
 */
const changedLists: Readonly<Record<string, readonly string[]>> = {
  createApiKey: ['apiKeys'],
  createDeck: ['decks'],
  createPlaygroundReceiver: ['playgroundReceivers'],
  deleteDeck: ['decks'],
  deleteFaq: ['deck', 'unansweredQuestions'],
  deletePlaygroundReceiver: ['playgroundReceivers'],
  duplicateDeck: ['decks'],
  importDeck: ['decks'],
  createPresentation: ['presentations'],
  createPresentations: ['presentations'],
  deletePresentation: ['presentations', 'contracts'],
  eraseHomeowner: ['presentations', 'contracts'],
  createContract: ['contracts'],
  createSubscription: ['subscriptions'],
  deleteSubscription: ['subscriptions'],
  recoverDeliveries: ['deliveries'],
  testSubscription: ['deliveries'],
  retryDeadJob: ['deadJobs'],
  createFaq: ['deck', 'unansweredQuestions'],
  createSlide: ['deck'],
  translateDeck: ['deck'],
};

/** One cache of objects by id: what a stream or a mutation returns changes every screen that shows it. */
export function createCache(): Exchange {
  return cacheExchange({
    updates: {
      Mutation: Object.fromEntries(Object.entries(changedLists).map(([mutation, lists]) => [mutation, forget(lists)])),
    },
  });
}

/** Removes lists from the cache, whatever their arguments are. */
function forget(lists: readonly string[]): UpdateResolver {
  return (_result, _variables, cache) => {
    for (const { fieldName, arguments: given } of cache.inspectFields('Query')) {
      if (lists.includes(fieldName)) cache.invalidate('Query', fieldName, given ?? undefined);
    }
  };
}
