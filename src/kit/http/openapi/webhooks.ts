import { type EventType, sampleId } from '../../live/index.ts';
import { componentRef } from '../../input/index.ts';
import { componentName, type Json } from './json.ts';

const header = (name: string, description: string, schema: Json = { type: 'string' }): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

/** The headers of each request. */
export const webhookParameters: Json = {
  WebhookId: header('webhook-id', 'The id of the event: the same on every attempt.', {
    type: 'string',
    format: 'uuid',
  }),
  WebhookTimestamp: header('webhook-timestamp', 'When this attempt was sent, in seconds since 1970.'),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures by Standard Webhooks, separated by spaces; two while a rotation of the secret overlaps.',
  ),
  DeckcastCursor: header('deckcast-cursor', "The event's place in the log."),
};

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
      payloadName(name),
      {
        type: 'object',
        description,
        properties: {
          id: { type: 'string', format: 'uuid', description: 'The same on every attempt, and in webhook-id.' },
          type: { type: 'string', const: name },
          timestamp: { type: 'string', format: 'date-time' },
          deckId: { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
          data: schema,
        },
        required: ['id', 'type', 'timestamp', 'deckId', 'data'],
      },
    ]),
  );
}

function webhook({ name, description, sample }: EventType): Json {
  const example = { id: sampleId, type: name, timestamp: '2026-01-01T12:00:00.000Z', deckId: sampleId, data: sample };
  const schema = componentRef(payloadName(name));
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

function payloadName(type: string): string {
  return `${componentName(type)}Event`;
}
