import type { SchemaObject } from 'ajv';
import { productVersion } from '../../core/index.ts';
import { componentRef } from '../../input/index.ts';
import { type EventType, eventTypeName } from '../../live/index.ts';
import type { Json } from '../openapi/json.ts';
import { samplePayload } from '../openapi/webhooks.ts';
import { anyData, dataName, eventSchemas, otherEvents, others } from './event-schemas.ts';

/** Where examples of the documents reach the server. */
const exampleUrl = 'http://127.0.0.1:4000';

/**
 * Prints the AsyncAPI 3.0 document of events: as webhooks, as CloudEvents, and in the stream of server-sent events.
 *
 * @param catalogue every type that the product records
 * @param deliveredTypes those of them that subscriptions can receive
 * @param publicUrl where clients reach the server, if that is known
 */
export function asyncApi(
  catalogue: readonly EventType[],
  deliveredTypes: readonly EventType[],
  publicUrl: string | null,
): Json {
  const { host, protocol } = new URL(publicUrl ?? exampleUrl);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Deckcast events',
      version: productVersion,
      description:
        'What Deckcast sends: each event to the webhooks of its subscriptions, and to the readers of the stream. Delivery is at least once, in no promised order; the stream has the order of the log. The data of an event about a homeowner who was erased since are `{"erased": true}` and its ids, which fit no schema of this document.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      deckcast: {
        host: '{host}',
        protocol: protocol.slice(0, -1),
        description: 'This server.',
        variables: { host: { default: host, description: 'The host and port where clients reach it.' } },
      },
      receiver: {
        host: '{receiver}',
        protocol: 'https',
        description: 'A receiver of webhooks.',
        variables: { receiver: { description: 'The host and port of `url` in `channelConfig` of a subscription.' } },
      },
    },
    channels: channels(catalogue, deliveredTypes),
    operations,
    components: {
      schemas: eventSchemas(catalogue),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key with the scope `events:read`. Required when the server has an API_KEY, and once a key was made.',
        },
      },
    },
  };
}

function channels(catalogue: readonly EventType[], deliveredTypes: readonly EventType[]): Json {
  const signed = componentRef('WebhookHeaders');
  return {
    webhooks: {
      address: null,
      title: 'Webhooks',
      description:
        'One POST for each event, to `url` of each matching subscription, signed by Standard Webhooks over its id, its time and its body. 2xx takes it; 410, or the header `webhook-delivery: disable`, switches the subscription off; any other answer is tried again.',
      servers: [{ $ref: '#/servers/receiver' }],
      messages: messages(deliveredTypes, {
        headers: () => signed,
        payload: (name) => componentRef(name === null ? others : eventTypeName(name)),
        example: samplePayload,
      }),
    },
    cloudEvents: {
      address: null,
      title: 'Webhooks as CloudEvents',
      description:
        'The same requests with `"format": "cloudevents"` in `channelConfig`: the binary mode of CloudEvents 1.0 over HTTP. The body is the data of the event, and its attributes are headers. The signature covers no attribute but the id: `ce-id` is `webhook-id`.',
      servers: [{ $ref: '#/servers/receiver' }],
      messages: messages(deliveredTypes, {
        headers: (name) => ({
          allOf: [
            signed,
            componentRef('CloudEventHeaders'),
            ...(name === null ? [] : [{ type: 'object', properties: { 'ce-type': { type: 'string', const: name } } }]),
          ],
        }),
        payload: (name) => (name === null ? anyData : componentRef(dataName(name))),
        example: ({ sample }) => sample,
      }),
    },
    stream: {
      address: '/api/events/stream',
      title: 'The stream of server-sent events',
      description:
        'The log as it grows, as text/event-stream: the JSON of an event as `data`, its cursor as `id`, and `message` as `event`, or its type with `named=true`. Reconnect with the last cursor to resume without gaps or repetitions.',
      servers: [{ $ref: '#/servers/deckcast' }],
      messages: messages(catalogue, {
        payload: (name) => ({
          allOf: [componentRef(name === null ? others : eventTypeName(name)), componentRef('Position')],
        }),
        example: (type) => ({ ...samplePayload(type), cursor: 'Mg' }),
      }),
    },
  };
}

/** How a channel sends events. The name of a type is null for those that clients publish. */
interface Form {
  readonly headers?: (name: string | null) => SchemaObject;
  readonly payload: (name: string | null) => SchemaObject;
  readonly example: (type: EventType) => object;
}

/** One message for each type, and one for the types that clients publish. */
function messages(types: readonly EventType[], { headers, payload, example }: Form): Json {
  const message = (name: string | null, summary: string, examples: object): Json => ({
    name: name ?? others,
    summary,
    ...(headers === undefined ? {} : { headers: headers(name) }),
    payload: payload(name),
    ...examples,
  });
  return {
    ...Object.fromEntries(
      types.map((type) => [
        type.name,
        message(type.name, type.description, { examples: [{ name: 'sample', payload: example(type) }] }),
      ]),
    ),
    [others]: message(null, otherEvents, {}),
  };
}

const operations: Json = {
  sendWebhook: {
    action: 'send',
    channel: { $ref: '#/channels/webhooks' },
    summary: 'Deliver an event to a receiver.',
    bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
    externalDocs: { url: 'https://www.standardwebhooks.com', description: 'How to verify the signature.' },
  },
  sendCloudEvent: {
    action: 'send',
    channel: { $ref: '#/channels/cloudEvents' },
    summary: 'Deliver an event to a receiver as a CloudEvent.',
    bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
    externalDocs: { url: 'https://cloudevents.io', description: 'CloudEvents and their libraries.' },
  },
  streamEvents: {
    action: 'send',
    channel: { $ref: '#/channels/stream' },
    summary: 'Send each event to the readers of the stream.',
    security: [{ $ref: '#/components/securitySchemes/apiKey' }],
    bindings: {
      http: {
        method: 'GET',
        query: {
          type: 'object',
          properties: {
            after: { type: 'string', description: 'The cursor of the last event that the reader has; default: now.' },
            types: { type: 'string', description: 'Types or patterns such as contract.*, separated by commas.' },
            deckId: { type: 'string', format: 'uuid', description: 'Only events of this deck.' },
            named: { type: 'boolean', description: 'Sets `event` to the type of each event.' },
          },
        },
        bindingVersion: '0.3.0',
      },
    },
  },
};
