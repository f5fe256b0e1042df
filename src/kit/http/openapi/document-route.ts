import type { SchemaObject } from 'ajv';
import { lastingText } from '../compression/compressor.ts';
import { contentTag } from '../../graphql/index.ts';
import { type DeclaredResponse, notModified, type Route, type RouteResponse } from '../rest/route.ts';
import { type Described, openApi } from './document.ts';

export const documentOperation = 'getOpenApiDocument';

/** The route that answers the OpenAPI document of all routes and of itself. It is printed once. */
export function documentRoute(routes: readonly Route[], described: Described): Route {
  let printed: RouteResponse | undefined;
  const document: Route = {
    method: 'GET',
    path: '/api/openapi.json',
    operationId: documentOperation,
    summary: 'This document',
    description: 'Describes every operation and every webhook.',
    tag: 'Documents',
    extension: true,
    responses: documentResponses('OpenAPI 3.1.'),
    handle: async () => (printed ??= printDocument(openApi([...routes, document], described))),
  };
  return document;
}

/** The responses of a route whose answer is the same for everybody, until the next version of the server. */
export function documentResponses(
  description: string,
  mediaType = 'application/json',
  schema: SchemaObject = { type: 'object', additionalProperties: true },
): Readonly<Record<200 | 304, DeclaredResponse>> {
  const headers = ['ETag', 'Cache-Control'] as const;
  return { 200: { description, mediaType, schema, headers }, 304: notModified(headers) };
}

/** Prints the answer of such a route, once for all requests. */
export function printDocument(document: object): RouteResponse {
  return printText(JSON.stringify(document));
}

/** The same for a document that is not JSON. */
export function printText(text: string): RouteResponse {
  const headers = { ETag: contentTag(text), 'Cache-Control': 'private, no-cache' };
  return { body: lastingText(text), headers };
}
