import { needs, type StreamLinks } from '../../kit/rights/index.ts';
import { uuidParameter } from '../../kit/http/index.ts';
import { type NodeCatalogue, tableNode } from '../../kit/graphql/index.ts';
import { type EventType, LogEpoch, type Streams } from '../../kit/live/index.ts';
import type { Module } from '../../kit/module.ts';
import type { DataSchemas } from '../event-types/data-schemas.ts';
import { Event } from './event.entity.ts';
import { EventArrival, EventPosition } from './event-position.entity.ts';
import { eventsForResponse } from './event-log.ts';
import { EventResolver, LiveEventResolver } from './event.resolver.ts';
import { EventSubjectResolver } from './event-subject.resolver.ts';
import { eventRoutes } from './event.routes.ts';
import type { EventService } from './event.service.ts';
import { eventStream } from './event.stream.ts';
import type { TypeCheck } from './type-warnings.ts';

interface Dependencies {
  readonly publishing: EventService;
  readonly streams: Streams;
  readonly streamLinks: StreamLinks;
  /** Types that channels send. */
  readonly deliveredTypes: readonly EventType[];
  readonly schemas: DataSchemas;
  readonly warningsOf: TypeCheck;
  readonly catalogue: { readonly nodes: NodeCatalogue };
}

/** The event log: publishing, listing and following events. */
export const eventModule: Module<Dependencies> = {
  operations: {
    listEventTypes: needs([], 'Query.eventTypes'),
    publishEvent: needs('events:publish'),
    publishEvents: needs('events:publish'),
    listEvents: needs('events:read', 'Query.events'),
    getEvent: needs('events:read', 'Query.event'),
    getLatestEventCursor: needs('events:read', 'Query.latestEventCursor'),
    streamEvents: needs('events:read', 'Subscription.events'),
    createEventStreamLink: needs('events:read'),
  },
  tags: { Events: 'The event log and its live stream.' },
  pathParameters: { eventId: uuidParameter('The id of the event.') },
  entities: [Event, EventArrival, EventPosition, LogEpoch],
  nodes: {
    Event: tableNode(Event, eventsForResponse, 'events:read', {
      namedBy: { eventId: 'The event; null when it is no longer kept.' },
    }),
  },
  resolvers: [EventResolver, EventSubjectResolver, LiveEventResolver],
  instances: ({ publishing, deliveredTypes, schemas, warningsOf, catalogue }) => [
    new EventResolver(publishing, schemas.listed(deliveredTypes), warningsOf),
    new EventSubjectResolver(catalogue.nodes),
  ],
  streams: ({ streams, publishing }) => streams.set(eventStream, publishing.follow),
  routes: ({ publishing, deliveredTypes, schemas, warningsOf, streamLinks }) =>
    eventRoutes(publishing, schemas.listed(deliveredTypes), warningsOf, streamLinks),
};
