import type { SchemaObject } from 'ajv';
import { type ErrorCode, statusByCode } from '../errors.ts';
import { fieldsOf, inputSchema } from '../input/input.ts';
import { type EventType, sampleId } from '../events/event-type.ts';
import type { InputClass } from '../input/rules.ts';
import type { Answer, Route } from './route.ts';
import type { View } from './view.ts';

type Json = Record<string, unknown>;

const problemSchema: SchemaObject = {
  type: 'object',
  description: 'RFC 9457 problem details.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', enum: Object.keys(statusByCode) },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { pointer: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' } },
        required: ['pointer', 'code', 'detail'],
      },
    },
    firstCursor: {
      type: 'string',
      description: 'With `CURSOR_EXPIRED` alone: the cursor ahead of all events that are kept.',
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId', 'errors'],
};

/** Prints the OpenAPI 3.1 document of the declared routes. */
export function openApi(routes: readonly Route[], catalogue: readonly EventType[]): Json {
  const schemas: Record<string, SchemaObject> = { Problem: problemSchema };
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    for (const answer of Object.values(route.answers)) addViews(schemas, answer.views ?? []);
    if (route.body !== undefined) addInput(schemas, route.body);
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Deckcast',
      version: '0.1.0',
      description:
        'Presentation decks, presentations made from them, FAQs, notification subscriptions and events. Operations marked `x-extension` stand beside the documented interface.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, {}],
    paths,
    webhooks: Object.fromEntries(catalogue.map((type) => [type.name, webhook(type)])),
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'Asked for when the server has an API_KEY.' },
      },
    },
  };
}

/** What a webhook receives for one type of event: the payload of every channel. */
function webhook({ name, description, schema, sample }: EventType): Json {
  const payload = {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The same on every attempt, and in webhook-id.' },
      type: { const: name },
      timestamp: { type: 'string', format: 'date-time' },
      deckId: { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
      data: schema,
    },
    required: ['id', 'type', 'timestamp', 'deckId', 'data'],
  };
  const example = { id: sampleId, type: name, timestamp: '2026-01-01T12:00:00.000Z', deckId: sampleId, data: sample };
  return {
    post: {
      summary: description,
      description:
        "Signed by Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature. The event's cursor is in deckcast-cursor.",
      requestBody: { required: true, content: { 'application/json': { schema: payload, example } } },
      responses: {
        '2XX': { description: 'Taken.' },
        410: { description: 'Switches the subscription off.' },
        default: { description: 'Tried again later; Retry-After is honoured.' },
      },
    },
  };
}

function operation(route: Route): Json {
  return {
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    operationId: operationId(route),
    tags: [route.tag],
    ...(route.extension ? { 'x-extension': true } : {}),
    ...(route.isPublic === true ? { security: [] } : {}),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.isBodyOptional !== true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${route.body.name}` } } },
          },
        }),
    responses: { ...answers(route), ...refusals(route) },
  };
}

function operationId({ method, path }: Route): string {
  const words = path
    .replace('/api', '')
    .split(/[/{}.-]+/)
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Path parameters that are no UUIDs. */
const pathSchemas: Readonly<Record<string, SchemaObject>> = {
  slideId: { type: 'string' },
  language: { type: 'string', description: 'BCP 47 language tag.', example: 'es-MX' },
};

function pathParameters({ path }: Route): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: pathSchemas[name] ?? { type: 'string', format: 'uuid' },
  }));
}

function queryParameters({ query = {} }: Route): Json[] {
  return Object.entries(query).map(([name, { schema, description }]) => ({
    name,
    in: 'query',
    description,
    schema,
    ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
  }));
}

function headerParameters({ refuses = [], takesIdempotencyKey, answers: { 200: answer } }: Route): Json[] {
  const header = (name: string, description: string): Json => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  const version = 'The ETag that was read: refused with 412 when the resource has changed since.';
  const key =
    'A name of your own for this request: sent again within 24 hours it gives the same answer and makes nothing.';
  const last = 'Sent by a client that connects again; counts before after.';
  return [
    ...(refuses.includes('PRECONDITION_FAILED') ? [header('If-Match', version)] : []),
    ...(takesIdempotencyKey === true ? [header('Idempotency-Key', key)] : []),
    ...(answer?.mediaType === 'text/event-stream' ? [header('Last-Event-ID', last)] : []),
  ];
}

function answers(route: Route): Json {
  const described = ({ description, schema, mediaType = 'application/json' }: Answer): Json => ({
    description,
    ...(schema === undefined ? {} : { content: { [mediaType]: { schema } } }),
  });
  return Object.fromEntries(Object.entries(route.answers).map(([status, answer]) => [status, described(answer)]));
}

function refusals({ body, refuses = [], isPublic }: Route): Json {
  const codes: ErrorCode[] =
    isPublic === true ? [...refuses] : ['INVALID_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', ...refuses, 'UNAVAILABLE'];
  if (body !== undefined) codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(codes.map((code) => [statusByCode[code], { description: `\`${code}\``, content }]));
}

function addViews(schemas: Record<string, SchemaObject>, views: readonly View<never>[]): void {
  for (const { name, schema, parts } of views) {
    schemas[name] = schema;
    addViews(schemas, parts);
  }
}

function addInput(schemas: Record<string, SchemaObject>, inputClass: InputClass): void {
  if (schemas[inputClass.name] !== undefined) return;
  const { $id: _, ...schema } = inputSchema(inputClass, 'rest');
  schemas[inputClass.name] = withLocalReferences(schema) as SchemaObject;
  for (const { rule } of fieldsOf(inputClass)) if (rule.of !== undefined) addInput(schemas, rule.of());
}

/** Input schemas refer to each other by class name; in the document they stand under components. */
function withLocalReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withLocalReferences);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' ? `#/components/schemas/${String(value)}` : withLocalReferences(value),
    ]),
  );
}
