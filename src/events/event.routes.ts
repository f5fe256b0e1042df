import { streamAnswer } from '../http/event-stream.ts';
import { deckIdQuery, listAnswer, pageQuery, pageRequest } from '../http/paging.ts';
import { bare, type QueryParameter, type Route, route, streamed, wrapped, wrappedList } from '../http/route.ts';
import { id, json, nullable, text, time, view } from '../http/view.ts';
import { cursorOf } from './cursor.ts';
import type { Event } from './event.entity.ts';
import { PublishEventInput } from './event.inputs.ts';
import type { EventService } from './event.service.ts';
import type { EventType } from './event-type.ts';

type ListedEvent = Pick<Event, 'id' | 'type' | 'timestamp' | 'deckId' | 'data'> & { readonly cursor: string };

const listedEventView = view<ListedEvent>('Event', {
  id,
  type: text,
  timestamp: time,
  deckId: nullable(id),
  data: json,
  cursor: text,
});
export const eventView = {
  ...listedEventView,
  write: (event: Event) => listedEventView.write({ ...event, cursor: cursorOf(event) }),
};

const tag = 'Events';

const typesQuery: QueryParameter = {
  schema: { type: 'array', items: { type: 'string' } },
  description: 'Event types or patterns such as contract.*, separated by commas.',
};

const latestCursorView = view<{ cursor: string }>('LatestCursor', { cursor: text });

const eventTypeView = view<EventType>('EventType', { name: text, description: text, schema: json, sample: json });

export function eventRoutes(events: EventService, catalogue: readonly EventType[]): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/notifications/event-types',
      summary: 'List every type of event that this service records itself',
      description: 'Each with the JSON Schema of its data and a sample. Any other type may be published from outside.',
      answers: { 200: wrappedList('eventTypes', eventTypeView, 'The catalogue.') },
      handle: async () => ({ body: { eventTypes: catalogue.map(eventTypeView.write) } }),
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/events',
      summary: 'Publish an event',
      description: 'An id that was used before is answered with the first event, and nobody is told twice.',
      body: PublishEventInput,
      answers: {
        200: wrapped('event', eventView, 'The first event with this id.'),
        201: wrapped('event', eventView, 'The new event.'),
      },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, body }) => {
        const { event, isNew } = await events.publish(scope, body);
        return { status: isNew ? 201 : 200, body: { event: eventView.write(event) } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/events',
      summary: 'Read the event log, oldest first',
      query: { ...pageQuery, types: typesQuery, deckId: deckIdQuery },
      answers: { 200: wrappedList('events', eventView, 'A page of events.') },
      refuses: ['CURSOR_EXPIRED'],
      handle: async (request) =>
        listAnswer('events', eventView, await events.list(request.scope, pageRequest(request), request.query)),
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/events/latest-cursor',
      summary: 'Tell the cursor of now',
      description: 'Behind it is all that is recorded from now on, and nothing else.',
      answers: { 200: bare(latestCursorView, 'The cursor of the last event, or the one ahead of all.') },
      handle: async ({ scope }) => ({ body: { cursor: await events.latestCursor(scope) } }),
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/events/stream',
      summary: 'Follow the event log as server-sent events',
      description:
        'A stream from now on begins with the cursor of now as an id without data, so that its client can come back also when it is cut off before its first event. Each event has its cursor as id, no name, and the JSON of `GET /api/events` as data. Comments without id keep a quiet stream alive.',
      query: {
        after: {
          schema: { type: 'string' },
          description: 'Begins behind the event with this cursor; from now on unless told.',
        },
        types: typesQuery,
        deckId: deckIdQuery,
      },
      answers: { 200: streamed(listedEventView, 'Each matching event as it is recorded.') },
      refuses: ['CURSOR_EXPIRED'],
      handle: async ({ scope, query, lastEventId }) => {
        const named = lastEventId ?? query.after;
        const start = named ?? (await events.latestCursor(scope));
        const stream = await events.follow(scope, query, start);
        const write = (event: Event) => ({ id: cursorOf(event), data: eventView.write(event) });
        return streamAnswer(await stream.open(), write, named === undefined ? start : null);
      },
    }),
  ];
}
