import type { SchemaObject } from 'ajv';
import { componentName } from '../../core/index.ts';
import { componentRef } from '../../input/index.ts';
import { type EventType, eventTypeName } from '../../live/index.ts';
import type { Json } from '../openapi/json.ts';
import { payloadSchema, requiredWebhookHeaders, webhookHeaders } from '../openapi/webhooks.ts';

/** The name of the message, and of its schema, of the types that clients publish. */
export const others = 'OtherEvent';
export const anyData = { type: 'object', additionalProperties: true };
export const otherEvents = 'An event of a type that a client has published.';

/** The attributes of CloudEvents as headers. */
const cloudEventHeaders: Readonly<Record<string, SchemaObject>> = {
  'ce-specversion': { type: 'string', const: '1.0' },
  'ce-id': { type: 'string', format: 'uuid', description: 'The id of the event, as in webhook-id.' },
  'ce-source': {
    type: 'string',
    format: 'uri-reference',
    description: 'The log of the server: absolute where the server has a PUBLIC_URL.',
  },
  'ce-type': { type: 'string', description: 'The event type, without a prefix.' },
  'ce-time': { type: 'string', format: 'date-time', description: 'When the event was recorded.' },
  'ce-subject': {
    type: 'string',
    format: 'uuid',
    description: 'The deck that the event is about; absent for none.',
  },
  'ce-dataschema': {
    type: 'string',
    format: 'uri',
    description:
      'The JSON Schema that the data fit. Absent for types that clients publish, for data that do not fit, such as those of erased homeowners, and where the server has no PUBLIC_URL.',
  },
};

const optionalHeaders: ReadonlySet<string> = new Set(['ce-subject', 'ce-dataschema']);

/** The schemas of the document: what arrives with each event, the events, and their data. */
export function eventSchemas(catalogue: readonly EventType[]): Json {
  const required = Object.keys(cloudEventHeaders).filter((name) => !optionalHeaders.has(name));
  return {
    WebhookHeaders: {
      type: 'object',
      description: 'The headers of each webhook, by which a receiver verifies it and recognises repeats.',
      properties: webhookHeaders,
      required: requiredWebhookHeaders,
    },
    CloudEventHeaders: {
      type: 'object',
      description: 'The headers of a webhook with the format cloudevents, beside those of each webhook.',
      properties: cloudEventHeaders,
      required,
    },
    Position: {
      type: 'object',
      description: 'What the stream adds to each event.',
      properties: { cursor: { type: 'string', description: 'The place of the event in the log.' } },
      required: ['cursor'],
    },
    DeckcastEvent: {
      description:
        'Every event that the product records itself. The data of a homeowner who was erased since are `{"erased": true}` with their ids instead: look for `erased` first.',
      oneOf: catalogue.map(({ name }) => componentRef(eventTypeName(name))),
    },
    StreamedEvent: {
      description: 'An event as the stream sends it.',
      allOf: [componentRef('DeckcastEvent'), componentRef('Position')],
    },
    [others]: payloadSchema(otherEvents, { type: 'string' }, anyData),
    ...Object.fromEntries(
      catalogue.flatMap(({ name, description, schema }) => [
        [
          eventTypeName(name),
          payloadSchema(description, { type: 'string', const: name }, componentRef(dataName(name))),
        ],
        [dataName(name), schema],
      ]),
    ),
  };
}

/** The name of the schema of the data of a type. */
export function dataName(type: string): string {
  return `${componentName(type)}Data`;
}
