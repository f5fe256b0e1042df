import { lastingText } from '../compression/compressor.ts';
import { contentTag } from '../../graphql/index.ts';
import { notModified, type Route, type RouteResponse } from '../rest/route.ts';
import { type Described, openApi } from './document.ts';

export const documentOperation = 'getOpenApiDocument';

/** The route that answers the OpenAPI document of all routes and of itself. It is printed once. */
export function documentRoute(routes: readonly Route[], described: Described): Route {
  const headers = ['ETag', 'Cache-Control'] as const;
  let printed: RouteResponse | undefined;
  const document: Route = {
    method: 'GET',
    path: '/api/openapi.json',
    operationId: documentOperation,
    summary: 'This document',
    description: 'Describes every operation and every webhook.',
    tag: 'Documents',
    extension: true,
    responses: {
      200: {
        description: 'OpenAPI 3.1.',
        mediaType: 'application/json',
        schema: { type: 'object', additionalProperties: true },
        headers,
      },
      304: notModified(headers),
    },
    handle: async () => (printed ??= print(openApi([...routes, document], described))),
  };
  return document;
}

function print(document: object): RouteResponse {
  const text = JSON.stringify(document);
  const headers = { ETag: contentTag(text), 'Cache-Control': 'private, no-cache' };
  return { body: lastingText(text), headers };
}
