import type { SchemaObject } from 'ajv';
import type { EventType } from '../../live/index.ts';
import { documentSchema, fieldsOf, type InputClass, patchSchema } from '../../input/index.ts';
import { productVersion } from '../../core/index.ts';
import type { NamedSchema } from '../../data/index.ts';
import { type HeaderDescription, responseHeaders } from '../rest/response-headers.ts';
import { hasDeprecated } from '../rest/deprecation.ts';
import type { Route } from '../rest/route.ts';
import type { PathParameter } from '../rest/path-parameter.ts';
import type { Json } from './json.ts';
import { operations, patchName } from './operation.ts';
import { sharedParameters } from './parameters.ts';
import { errorResponses, problemSchema } from './error-responses.ts';
import { payloadSchemas, webhookParameters, webhooks } from './webhooks.ts';

/** What the document takes from the modules beside their routes. */
export interface Described {
  /** Groups of operations, by name. */
  readonly tags: Readonly<Record<string, string>>;
  readonly pathParameters: Readonly<Record<string, PathParameter>>;
  /** The types of event that subscriptions can receive: those that REST and GraphQL list. */
  readonly deliveredTypes: readonly EventType[];
}

/** The groups of the platform's own operations. */
export const ownTags = {
  Health: 'Probes of an orchestrator.',
  Documents: 'Descriptions of this interface.',
  Webhooks: 'What receivers of webhooks get.',
};

/**
 * Prints the OpenAPI 3.1 document of the declared routes. Parts that several operations share are components.
 *
 * @param described what it says beside the routes
 */
export function openApi(routes: readonly Route[], { tags, pathParameters, deliveredTypes }: Described): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], ...operations(route) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Deckcast',
      version: productVersion,
      description:
        'Presentation decks, presentations made from them, FAQs, notification subscriptions and events. Operations marked `x-extension` extend the documented interface.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries({ ...tags, ...ownTags }).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }, { session: [] }, {}],
    paths,
    webhooks: webhooks(deliveredTypes),
    components: {
      schemas: sorted({ ...schemasOf(routes), ...payloadSchemas(deliveredTypes) }),
      responses: sorted(errorResponses(routes)),
      parameters: sorted({ ...sharedParameters(routes, pathParameters), ...webhookParameters }),
      headers: headersOf(routes),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key, or a token of the configured identity provider. Required when the server has an API_KEY or an issuer, and once a key was made.',
        },
        link: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description:
            '`Link` and the token of a link, as in `Authorization: Link <token>`. Operations of homeowners take nothing else.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'deckcast',
          description:
            'The session of a browser that `createSession` begins; behind HTTPS its name is `__Host-deckcast`. Requests that may change something also send the csrfToken of `getSession` as the header X-CSRF-Token.',
        },
      },
    },
  };
}

/** What no operation names is no part of the document. */
function headersOf(routes: readonly Route[]): Record<string, HeaderDescription> {
  const { Deprecation: _since, Sunset: _until, ...always } = responseHeaders;
  return hasDeprecated(routes) ? responseHeaders : always;
}

function schemasOf(routes: readonly Route[]): Record<string, SchemaObject> {
  const schemas: Record<string, SchemaObject> = { Problem: problemSchema };
  for (const { responses, body, creates } of routes) {
    for (const { parts = [] } of Object.values(responses)) addNamed(schemas, parts);
    if (body !== undefined) addInput(schemas, body);
    if (body !== undefined && creates === true) schemas[patchName(body)] = patchSchema(body);
  }
  return schemas;
}

function addNamed(schemas: Record<string, SchemaObject>, named: readonly NamedSchema[]): void {
  for (const { name, schema, parts } of named) {
    schemas[name] = schema;
    addNamed(schemas, parts);
  }
}

function addInput(schemas: Record<string, SchemaObject>, inputClass: InputClass): void {
  if (schemas[inputClass.name] !== undefined) return;
  schemas[inputClass.name] = documentSchema(inputClass);
  for (const { rule } of fieldsOf(inputClass)) if (rule.of !== undefined) addInput(schemas, rule.of());
}

function sorted(components: Readonly<Record<string, unknown>>): Json {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
}
