import {
  deckIdQuery,
  listResponse,
  pageQuery,
  pageRequest,
  type QueryParameter,
  type Route,
  route,
  streamed,
  streamResponse,
  withLinks,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import type { StreamLinks } from '../../kit/rights/index.ts';
import { flag, json, list, nested, text, view } from '../../kit/data/index.ts';
import { maxEventPatterns } from '../../kit/input/index.ts';
import { cursorOf } from '../../kit/live/index.ts';
import type { ListedEventType } from '../event-types/data-schemas.ts';
import { type Event, eventView, type LoggedEvent } from './event.entity.ts';
import { EventOrder, eventOrderText, maxBatch, PublishEventInput, PublishEventsInput } from './event.inputs.ts';
import type { EventService } from './event.service.ts';
import type { LoggedPublishedEvent } from './published-event.ts';
import { type TypeCheck, type TypeWarning, typeWarningView } from './type-warnings.ts';

const warnings = list(nested(typeWarningView));

type PublishResult = LoggedPublishedEvent & { readonly warnings: readonly TypeWarning[] };

const publishResultView = view<PublishResult>('PublishedEvent', {
  event: nested(eventView),
  isNew: flag,
  warnings,
});

const tag = 'Events';

const typesQuery: QueryParameter<'array'> = {
  shared: 'Types',
  schema: { type: 'array', maxItems: maxEventPatterns, items: { type: 'string' } },
  description: 'Event types or patterns such as contract.*. Repeat the parameter or separate them by commas.',
};

const orderQuery = {
  schema: { type: 'string', enum: Object.values(EventOrder) },
  description: eventOrderText(EventOrder.CREATED_ASC),
} as const;

const latestCursorView = view<{ cursor: string }>('LatestCursor', { cursor: text });

const eventTypeView = view<ListedEventType, 'isForHomeowner'>('EventType', {
  name: text,
  description: text,
  sentence: text,
  schema: json,
  schemaUrl: text,
  sample: json,
});

/**
 * Publishing, listing and following events.
 *
 * @param catalogue the types that channels send
 */
export function eventRoutes(
  events: EventService,
  catalogue: readonly ListedEventType[],
  warningsOf: TypeCheck,
  links: StreamLinks,
): Route[] {
  return [
    catalogueRoute(catalogue),
    ...publishRoutes(events, warningsOf),
    ...readRoutes(events),
    ...withLinks(streamRoute(events), { operationId: 'createEventStreamLink', links }),
    readRoute(events),
  ];
}

function catalogueRoute(catalogue: readonly ListedEventType[]): Route {
  return route({
    tag,
    extension: true,
    method: 'GET',
    path: '/api/notifications/event-types',
    operationId: 'listEventTypes',
    summary: 'List every event type that this service records and sends to subscriptions',
    description:
      'Each type has the JSON Schema of its data, the URL of that schema, and an example. Clients may publish any other type. `presentation.progressed` and `presentation.answers_progressed` are not listed, because only streams show them.',
    responses: { 200: wrappedList('eventTypes', eventTypeView, 'The catalogue.') },
    handle: async () => ({ body: { eventTypes: catalogue.map(eventTypeView.write) } }),
  });
}

function publishRoutes(events: EventService, warningsOf: TypeCheck): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/events',
      operationId: 'publishEvent',
      summary: 'Publish an event',
      description:
        'A repetition with the same id returns the first event and causes no further delivery. Beyond a quota of its key, 429 has the code `QUOTA_EXCEEDED`.',
      body: PublishEventInput,
      responses: {
        200: wrapped('event', eventView, 'The first event with this id, with warnings about its type.', {
          warnings,
        }),
        201: wrapped('event', eventView, 'The new event, with warnings about its type.', { warnings }),
      },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ scope, body: input }) => {
        const { event, isNew } = await events.publish(scope, input);
        const body = { event: eventView.write(event), warnings: warnings.write(warningsOf(event.type)) };
        return { status: isNew ? 201 : 200, body };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/events/batch',
      operationId: 'publishEvents',
      summary: `Publish up to ${maxBatch.toLocaleString('en-US')} events`,
      description:
        'All are recorded in one transaction, in the order of the list, or none is. An event whose id exists already gives the first event with it.',
      body: PublishEventsInput,
      responses: { 200: wrappedList('results', publishResultView, 'In the order of the events.') },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ scope, body: input }) => {
        const published = await events.publishAll(scope, input);
        const results = published.map((one) => ({ ...one, warnings: warningsOf(one.event.type) }));
        return { body: { results: results.map(publishResultView.write) } };
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
      query: { ...pageQuery, types: typesQuery, deckId: deckIdQuery, orderBy: orderQuery },
      responses: { 200: wrappedList('events', eventView, 'A page of events.') },
      errors: ['CURSOR_EXPIRED'],
      handle: async (request) =>
        listResponse('events', eventView, await events.list(request.scope, pageRequest(request), request.query)),
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/events/latest-cursor',
      operationId: 'getLatestEventCursor',
      summary: 'Read the cursor of the last event',
      description: 'Use it as `after` to read exactly the events that are recorded from now on.',
      responses: {
        200: wrapped(
          'latestCursor',
          latestCursorView,
          'The cursor of the last event, or the first cursor while the log is empty.',
        ),
      },
      handle: async ({ scope }) => ({ body: { latestCursor: { cursor: await events.latestCursor(scope) } } }),
    }),
  ];
}

/** Comes behind the routes whose last segment its parameter would match. */
function readRoute(events: EventService): Route {
  return route({
    tag,
    extension: true,
    method: 'GET',
    path: '/api/events/{eventId}',
    operationId: 'getEvent',
    summary: 'Read an event',
    description: 'As in the log, until retention deletes it.',
    responses: { 200: wrapped('event', eventView, 'The event.') },
    errors: ['NOT_FOUND'],
    handle: async ({ scope, path }) => ({
      body: { event: eventView.write(await events.read(scope, path('eventId'))) },
    }),
  });
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
      'Each event has its cursor as `id` and the JSON of `GET /api/events` as `data`. Its `event` field is `message`, or the event type with `named=true`. A stream without `after` starts with the current cursor as an id without data, so that a client can resume even if it loses the connection before its first event. Reconnect with your last cursor to resume without gaps or duplicates. Comments without an id keep a quiet stream open.',
    query: {
      after: {
        schema: { type: 'string' },
        description: 'Cursor of the last event that the client has. Default: now. `Last-Event-ID` takes precedence.',
      },
      types: typesQuery,
      deckId: deckIdQuery,
      named: {
        schema: { type: 'boolean' },
        description:
          "Sets the `event` field of each frame to the event type, so that a browser receives it by addEventListener('contract.signed', …) instead of onmessage. Default: false.",
      },
    },
    responses: { 200: streamed(eventView, 'Each matching event when it is recorded.') },
    errors: ['CURSOR_EXPIRED'],
    handle: async ({ scope, query, lastEventId }) => {
      const after = lastEventId ?? query.after;
      const start = after ?? (await events.latestCursor(scope));
      const stream = await events.follow(scope, query, start);
      const name = ({ type }: Event) => (query.named === true ? { name: type } : {});
      const write = (event: LoggedEvent) => ({ id: cursorOf(event), ...name(event), data: eventView.write(event) });
      return streamResponse(await stream.open(), write, after === undefined ? start : null);
    },
  });
}
