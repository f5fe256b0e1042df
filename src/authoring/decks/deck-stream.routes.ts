import { followStates } from '../../kit/live/index.ts';
import { type Route, route, stateResponse, streamed, withLinks } from '../../kit/http/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import type { Semaphore } from '../../kit/core/index.ts';
import type { StreamLinks } from '../../kit/rights/index.ts';
import { decksById, readDeck } from './deck.reader.ts';
import { deckView } from './deck.routes.ts';
import type { deckFollower } from './deck.stream.ts';

/**
 * REST routes that stream one deck as server-sent events.
 *
 * @param reads limits concurrent reads after live changes
 */
export function deckStreamRoutes(
  follow: ReturnType<typeof deckFollower>,
  reads: Semaphore,
  links: StreamLinks,
): Route[] {
  const stream = route({
    tag: 'Decks',
    extension: true,
    method: 'GET',
    path: '/api/decks/{deckId}/stream',
    operationId: 'streamDeck',
    summary: 'Follow a deck as server-sent events',
    description:
      'Sends the current deck at once and after each change of it, its slides or its FAQs. The id of each event is the version, as in the ETag. A client that reconnects gets the current state. When the deck is deleted, the data is null and the stream ends.',
    responses: { 200: streamed(deckView, 'The current deck, after each change.') },
    errors: ['NOT_FOUND'],
    handle: async ({ scope, path }) => {
      const id = requireUuid(path('deckId'), 'deckId');
      const read = async () => (await decksById(scope.em, [id]))[0] ?? null;
      return stateResponse(await followStates(await follow(scope, id), () => reads.run(read)), deckView);
    },
  });
  const check = (scope: RequestScope, path: (name: string) => string) => readDeck(scope, path('deckId'));
  return withLinks(stream, { operationId: 'createDeckStreamLink', links, check });
}
