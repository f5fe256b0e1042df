import {
  asyncApi,
  documentResponses,
  printDocument,
  type Route,
  route,
  type RouteResponse,
} from '../../kit/http/index.ts';
import type { EventType } from '../../kit/live/index.ts';
import type { DataSchemas } from './data-schemas.ts';

/** The descriptions of events for programs. @param catalogue every type, also those that only streams show */
export function eventTypeRoutes(
  catalogue: readonly EventType[],
  deliveredTypes: readonly EventType[],
  schemas: DataSchemas,
  publicUrl: string | null,
): Route[] {
  return [schemaRoute(schemas), asyncApiRoute(() => asyncApi(catalogue, deliveredTypes, publicUrl))];
}

function schemaRoute(schemas: DataSchemas): Route {
  const printed = new Map<string, RouteResponse>();
  return route({
    tag: 'Events',
    extension: true,
    method: 'GET',
    path: '/api/notifications/event-types/{eventType}/schema',
    operationId: 'getEventTypeSchema',
    summary: 'Read the JSON Schema of the data of an event type',
    description:
      'JSON Schema 2020-12, also of the types that only streams show. Later versions add members and remove none. The URL is `schemaUrl` of `GET /api/notifications/event-types`, and `ce-dataschema` of CloudEvents.',
    responses: documentResponses('The schema.', 'application/schema+json'),
    errors: ['NOT_FOUND'],
    handle: async ({ path }) => {
      const type = path('eventType');
      const answer = printed.get(type) ?? printDocument(schemas.read(type));
      printed.set(type, answer);
      return answer;
    },
  });
}

function asyncApiRoute(document: () => object): Route {
  let printed: RouteResponse | undefined;
  return route({
    tag: 'Documents',
    extension: true,
    method: 'GET',
    path: '/api/asyncapi.json',
    operationId: 'getAsyncApiDocument',
    summary: 'The AsyncAPI document',
    description: 'Describes every event: as webhooks, as CloudEvents and in the stream of server-sent events.',
    responses: documentResponses('AsyncAPI 3.0.'),
    handle: async () => (printed ??= printDocument(document())),
  });
}
