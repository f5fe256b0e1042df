import { componentRef } from '../input/rules.ts';
import { rateHeaders, type ResponseHeader } from '../rest/response-headers.ts';
import { type DeclaredResponse, isConditional, notModified, type Route } from '../rest/route.ts';
import type { Json } from './json.ts';
import { parameters } from './parameters.ts';
import { errorReferences, headerReferences } from './error-responses.ts';

/** The operations of a route by method: PATCH is an operation of its own. */
export function operations(route: Route): Json {
  const declared = operation(route);
  const { operationId, patchId } = route;
  if (patchId === undefined) return { [route.method.toLowerCase()]: declared };
  const description = `The same as \`${operationId}\`. ${route.description}`;
  return { put: declared, patch: { ...declared, operationId: patchId, description } };
}

function operation(route: Route): Json {
  return {
    summary: route.summary,
    description: route.description,
    operationId: route.operationId,
    tags: [route.tag],
    ...(route.extension ? { 'x-extension': true } : {}),
    ...(route.isPublic === true ? { security: [] } : {}),
    parameters: parameters(route),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.isBodyOptional !== true,
            content: { 'application/json': { schema: componentRef(route.body.name) } },
          },
        }),
    responses: { ...responses(route), ...errorReferences(route) },
  };
}

function responses(route: Route): Json {
  const described = (response: DeclaredResponse): Json => {
    const { description, schema, mediaType = 'application/json' } = response;
    return {
      description,
      headers: headerReferences(headersOf(route, response)),
      ...(schema === undefined ? {} : { content: { [mediaType]: { schema } } }),
    };
  };
  const declared = Object.entries(route.responses).map(([status, response]) => [status, described(response)]);
  return Object.fromEntries(
    isConditional(route) ? [...declared, ['304', described(notModified(['ETag']))]] : declared,
  ) as Json;
}

/** The headers that the handler sends, and those that the router sends by itself. */
function headersOf(route: Route, response: DeclaredResponse): ResponseHeader[] {
  const { query, isPublic } = route;
  const { headers = [] } = response;
  const isTagged = isConditional(route) && response === route.responses[200] && !headers.includes('ETag');
  const isPaged = query?.limit !== undefined && query.after !== undefined;
  const always = ['X-Ignored-Fields', 'X-Request-Id', 'Cache-Control'] as const;
  return [
    ...headers,
    ...(isTagged ? (['ETag'] as const) : []),
    ...(isPaged ? (['Link'] as const) : []),
    ...(isPublic === true ? [] : rateHeaders),
    ...always,
  ];
}
