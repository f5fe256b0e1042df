import { followStates } from '../../platform/live/log-stream.ts';
import { stateAnswer } from '../../platform/rest/event-stream.ts';
import { type Route, route, streamed } from '../../platform/rest/route.ts';
import { requireUuid } from '../../platform/input/validate.ts';
import type { Semaphore } from '../../platform/limits/semaphore.ts';
import { decksById } from './deck.reader.ts';
import { deckView } from './deck.routes.ts';
import type { deckFollower } from './deck.stream.ts';

/** REST route that streams one deck as server-sent events. @param reads limits concurrent reads after live changes */
export function deckStreamRoutes(follow: ReturnType<typeof deckFollower>, reads: Semaphore): Route[] {
  return [
    route({
      tag: 'Decks',
      extension: true,
      method: 'GET',
      path: '/api/decks/{deckId}/stream',
      operationId: 'streamDeck',
      summary: 'Follow a deck as server-sent events',
      description:
        'Tells the deck as it is now, at once and after each change of it or of its slides and FAQs. The id is the version, as in its ETag. Whoever connects again is told how it is then. Once the deck is deleted the data is null and the stream ends.',
      responses: { 200: streamed(deckView, 'The deck as it is, whenever it has changed.') },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const id = requireUuid(path('deckId'), 'deckId');
        const read = async () => (await decksById(scope.em, [id]))[0] ?? null;
        return stateAnswer(await followStates(await follow(scope, id), () => reads.run(read)), deckView);
      },
    }),
  ];
}
