import type { SchemaObject } from 'ajv';
import {
  componentName,
  type ErrorCode,
  errorReasons,
  faultCodes,
  QuotaName,
  statusByCode,
  titleByCode,
} from '../../core/index.ts';
import { componentRef } from '../../input/index.ts';
import { deprecationHeaderNames, hasDeprecated } from '../rest/deprecation.ts';
import { rateHeaders, type ResponseHeader } from '../rest/response-headers.ts';
import { type Route, takesKey } from '../rest/route.ts';
import type { Json } from './json.ts';

const text: SchemaObject = { type: 'string' };

export const problemSchema: SchemaObject = {
  type: 'object',
  description: 'RFC 9457 problem details.',
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: { type: 'string', description: 'The cause and the fix, as sentences.' },
    instance: text,
    code: { type: 'string', enum: Object.keys(statusByCode) },
    reason: {
      type: 'string',
      enum: errorReasons.map(({ reason }) => reason),
      description:
        'Why, more closely than `code`, which each reason belongs to. Later versions add reasons: a client takes one that it does not know as its `code`.',
    },
    requestId: text,
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer (RFC 6901) to the field or parameter.' },
          code: { type: 'string', enum: faultCodes },
          detail: text,
        },
        required: ['pointer', 'code', 'detail'],
      },
    },
    firstCursor: {
      type: 'string',
      description: 'Only with `CURSOR_EXPIRED`: the cursor before all events that are kept.',
    },
    cursor: {
      type: 'string',
      description:
        'Only with `CURSOR_EXPIRED`, where the database went back to an earlier state and lost events: the cursor of the last event that the log has in common with what the client has read.',
    },
    retryAfterSeconds: {
      type: 'integer',
      description:
        'When a request that was refused for a limit may be sent again, where that is known: as Retry-After.',
    },
    quota: {
      type: 'object',
      description: 'Only beyond a quota: which one, and how much of it a key may use. `GET /api/usage` lists them.',
      properties: { name: { type: 'string', enum: Object.values(QuotaName) }, limit: { type: 'integer' } },
      required: ['name', 'limit'],
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'reason', 'requestId', 'errors'],
};

/** Errors that are returned before the query and body are read. */
const unread: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

const ownHeaders: Readonly<Partial<Record<ErrorCode, readonly ResponseHeader[]>>> = {
  UNAUTHENTICATED: ['WWW-Authenticate'],
  TOO_MANY_REQUESTS: ['Retry-After'],
  UNAVAILABLE: ['Retry-After'],
  UNSUPPORTED_MEDIA_TYPE: ['Accept', 'Accept-Patch'],
  RANGE_NOT_SATISFIABLE: ['Accept-Ranges', 'Content-Range', 'ETag'],
};

/** The error responses of an operation by status, as references. */
export function errorReferences(route: Route): Json {
  return Object.fromEntries(
    codesOf(route).map((code) => [statusByCode[code], { $ref: `#/components/responses/${responseName(code)}` }]),
  );
}

export function errorResponses(routes: readonly Route[]): Json {
  const content = { 'application/problem+json': { schema: componentRef('Problem') } };
  // Operations share these responses.
  const announced = hasDeprecated(routes) ? deprecationHeaderNames : [];
  return Object.fromEntries(
    routes.flatMap(codesOf).map((code) => {
      const headers = headerReferences([
        ...(ownHeaders[code] ?? []),
        ...rateHeaders,
        ...announced,
        ...(unread.has(code) ? [] : (['X-Ignored-Fields'] as const)),
        'X-Request-Id',
        'Cache-Control',
      ]);
      return [responseName(code), { description: `\`${code}\`: ${titleByCode[code]}.`, headers, content }];
    }),
  );
}

export function headerReferences(names: readonly ResponseHeader[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function codesOf(route: Route): ErrorCode[] {
  const { method, body, upload, errors = [], isPublic } = route;
  return [
    'INVALID_INPUT',
    ...(isPublic === true ? [] : (['UNAUTHENTICATED', 'FORBIDDEN', 'OVER_BUDGET'] as const)),
    ...errors,
    // Another request had its Idempotency-Key.
    ...(method === 'POST' || takesKey(route) ? (['UNPROCESSABLE'] as const) : []),
    ...(isPublic === true ? [] : (['TOO_MANY_REQUESTS', 'UNAVAILABLE'] as const)),
    ...(body === undefined && upload === undefined ? [] : (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
  ];
}

function responseName(code: ErrorCode): string {
  return componentName(code.toLowerCase());
}
