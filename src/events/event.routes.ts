import { streamAnswer } from '../platform/rest/event-stream.ts';
import { deckIdQuery, listAnswer, pageQuery, pageRequest } from '../platform/rest/paging.ts';
import type { QueryParameter } from '../platform/rest/query.ts';
import { bare, type Route, route, streamed, wrapped, wrappedList } from '../platform/rest/route.ts';
import { id, json, list, nested, nullable, text, time, view } from '../platform/rest/view.ts';
import { maxEventPatterns } from '../platform/input/validate.ts';
import { cursorOf } from '../platform/live/cursor.ts';
import type { Event } from './event.entity.ts';
import { PublishEventInput } from './event.inputs.ts';
import type { EventService } from './event.service.ts';
import type { EventType } from '../platform/live/event-type.ts';
import type { TypeCheck, TypeWarning } from './type-warnings.ts';

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

const typeWarningView = view<TypeWarning>('EventTypeWarning', { code: text, detail: text });

const warnings = list(nested(typeWarningView));

const tag = 'Events';

const typesQuery: QueryParameter<'array'> = {
  shared: 'Types',
  schema: { type: 'array', maxItems: maxEventPatterns, items: { type: 'string' } },
  description: 'Event types or patterns such as contract.*: repeated, or separated by commas.',
};

const latestCursorView = view<{ cursor: string }>('LatestCursor', { cursor: text });

const eventTypeView = view<EventType>('EventType', { name: text, description: text, schema: json, sample: json });

/**
 * Publishing, listing and following events.
 *
 * @param catalogue the types that channels send
 */
export function eventRoutes(events: EventService, catalogue: readonly EventType[], warningsOf: TypeCheck): Route[] {
  return [...publishRoutes(events, catalogue, warningsOf), ...readRoutes(events), streamRoute(events)];
}

function publishRoutes(events: EventService, catalogue: readonly EventType[], warningsOf: TypeCheck): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/notifications/event-types',
      operationId: 'listEventTypes',
      summary: 'List every type of event that this service records itself and sends to subscriptions',
      description:
        'Each with the JSON Schema of its data and a sample. Any other type may be published from outside. `presentation.progressed` is not listed: only streams show it.',
      responses: { 200: wrappedList('eventTypes', eventTypeView, 'The catalogue.') },
      handle: async () => ({ body: { eventTypes: catalogue.map(eventTypeView.write) } }),
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/events',
      operationId: 'publishEvent',
      summary: 'Publish an event',
      description: 'An id that was used before is answered with the first event, and nobody is told twice.',
      body: PublishEventInput,
      responses: {
        200: wrapped('event', eventView, 'The first event with this id, and what is doubtful about its type.', {
          warnings,
        }),
        201: wrapped('event', eventView, 'The new event, and what is doubtful about its type.', { warnings }),
      },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ scope, body: input }) => {
        const { event, isNew } = await events.publish(scope, input);
        const body = { event: eventView.write(event), warnings: warnings.write(warningsOf(event.type)) };
        return { status: isNew ? 201 : 200, body };
      },
    }),
  ];
}

function readRoutes(events: EventService): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/events',
      operationId: 'listEvents',
      summary: 'Read the event log, oldest first',
      description: 'Pages follow the Link header.',
      query: { ...pageQuery, types: typesQuery, deckId: deckIdQuery },
      responses: { 200: wrappedList('events', eventView, 'A page of events.') },
      errors: ['CURSOR_EXPIRED'],
      handle: async (request) =>
        listAnswer('events', eventView, await events.list(request.scope, pageRequest(request), request.query)),
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/events/latest-cursor',
      operationId: 'getLatestEventCursor',
      summary: 'Tell the cursor of now',
      description: 'Behind it is all that is recorded from now on, and nothing else.',
      responses: { 200: bare(latestCursorView, 'The cursor of the last event, or the one ahead of all.') },
      handle: async ({ scope }) => ({ body: { cursor: await events.latestCursor(scope) } }),
    }),
  ];
}

function streamRoute(events: EventService): Route {
  return route({
    tag,
    extension: true,
    method: 'GET',
    path: '/api/events/stream',
    operationId: 'streamEvents',
    summary: 'Follow the event log as server-sent events',
    description:
      'A stream from now on begins with the cursor of now as an id without data, so that its client can come back also when it is cut off before its first event. Each event has its cursor as id, its type as `event` where `named` asks for it and `message` otherwise, and the JSON of `GET /api/events` as data. Comments without id keep a quiet stream alive.',
    query: {
      after: {
        schema: { type: 'string' },
        description: 'Begins behind the event with this cursor; from now on unless told.',
      },
      types: typesQuery,
      deckId: deckIdQuery,
      named: {
        schema: { type: 'boolean' },
        description:
          "Names each frame by the type of its event: a browser then hears it by addEventListener('contract.signed', …), and no longer by onmessage.",
      },
    },
    responses: { 200: streamed(listedEventView, 'Each matching event as it is recorded.') },
    errors: ['CURSOR_EXPIRED'],
    handle: async ({ scope, query, lastEventId }) => {
      const after = lastEventId ?? query.after;
      const start = after ?? (await events.latestCursor(scope));
      const stream = await events.follow(scope, query, start);
      const name = ({ type }: Event) => (query.named === true ? { name: type } : {});
      const write = (event: Event) => ({ id: cursorOf(event), ...name(event), data: eventView.write(event) });
      return streamAnswer(await stream.open(), write, after === undefined ? start : null);
    },
  });
}
