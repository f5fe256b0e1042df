import type { SchemaObject } from 'ajv';
import { componentName } from '../../core/index.ts';
import { type EventType, eventTypeName, sampleId } from '../../live/index.ts';
import { componentRef } from '../../input/index.ts';
import type { Json } from './json.ts';

/** The headers of each request, with the JSON Schema of their values. */
export const webhookHeaders: Readonly<Record<string, SchemaObject>> = {
  'webhook-id': {
    type: 'string',
    format: 'uuid',
    description: 'The id of the event: the same on every attempt.',
  },
  'webhook-timestamp': {
    type: 'string',
    description: 'When this attempt was sent, in seconds since 1970.',
  },
  'webhook-signature': {
    type: 'string',
    description: 'Signatures by Standard Webhooks, separated by spaces; two while a rotation of the secret overlaps.',
  },
  'deckcast-cursor': { type: 'string', description: "The event's place in the log." },
  traceparent: {
    type: 'string',
    description: 'The trace of the request that recorded the event (W3C Trace Context), where the server has traces.',
  },
};

/** Those that each request has. */
export const requiredWebhookHeaders = Object.keys(webhookHeaders).filter((name) => name !== 'traceparent');

/** The same as parameters of OpenAPI. */
export const webhookParameters: Json = Object.fromEntries(
  Object.entries(webhookHeaders).map(([name, { description, ...schema }]) => [
    componentName(name),
    { name, in: 'header', required: requiredWebhookHeaders.includes(name), description: String(description), schema },
  ]),
);

const parameters = Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` }));

/** How a receiver's answer is understood. */
const responseHeaders: Json = {
  'webhook-delivery': {
    description: '`disable` switches the subscription off, whatever the status.',
    schema: { type: 'string', enum: ['disable'] },
  },
};

/** The requests that receivers of webhooks get, by the type of their event. */
export function webhooks(catalogue: readonly EventType[]): Json {
  return Object.fromEntries(catalogue.map((type) => [type.name, { post: webhook(type) }]));
}

/** The payload of each event type, as every channel sends it. */
export function payloadSchemas(catalogue: readonly EventType[]): Json {
  return Object.fromEntries(
    catalogue.map(({ name, description, schema }) => [
      eventTypeName(name),
      payloadSchema(description, { type: 'string', const: name }, schema),
    ]),
  );
}

/** The payload of events. @param type the JSON Schema of their type */
export function payloadSchema(description: string, type: SchemaObject, data: SchemaObject): SchemaObject {
  return {
    type: 'object',
    description,
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The same on every attempt, and in webhook-id.' },
      type,
      timestamp: { type: 'string', format: 'date-time' },
      deckId: { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
      data,
    },
    required: ['id', 'type', 'timestamp', 'deckId', 'data'],
  };
}

/** An event of a type, as every channel sends it. */
export function samplePayload({ name, sample }: EventType): Json {
  return { id: sampleId, type: name, timestamp: '2026-01-01T12:00:00.000Z', deckId: sampleId, data: sample };
}

function webhook(type: EventType): Json {
  const { name, description } = type;
  const example = samplePayload(type);
  const schema = componentRef(eventTypeName(name));
  return {
    summary: description,
    description: 'Signed by Standard Webhooks. Any answer but 2xx is tried again by the schedule of the subscription.',
    operationId: `receive${componentName(name)}`,
    tags: ['Webhooks'],
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'Taken.', headers: responseHeaders },
      410: { description: 'Switches the subscription off.' },
      default: {
        description: 'Tried again later.',
        headers: {
          'Retry-After': {
            description: 'Seconds, or a date, until the next attempt; honoured up to an hour.',
            schema: { type: 'string' },
          },
          ...responseHeaders,
        },
      },
    },
  };
}
