import { componentRef } from '../input/rules.ts';
import type { AnswerHeader } from '../rest/answer-headers.ts';
import type { Answer, Route } from '../rest/route.ts';
import type { Json } from './json.ts';
import { parameters } from './parameters.ts';
import { headerReferences, refusalReferences } from './refusals.ts';

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
    responses: { ...responses(route), ...refusalReferences(route) },
  };
}

function responses(route: Route): Json {
  const described = (answer: Answer): Json => {
    const { description, schema, mediaType = 'application/json' } = answer;
    return {
      description,
      headers: headerReferences(headersOf(route, answer)),
      ...(schema === undefined ? {} : { content: { [mediaType]: { schema } } }),
    };
  };
  return Object.fromEntries(Object.entries(route.responses).map(([status, answer]) => [status, described(answer)]));
}

/** The headers that the handler sends, and those that the router sends by itself. */
function headersOf({ query }: Route, { headers = [] }: Answer): AnswerHeader[] {
  const isPaged = query?.limit !== undefined && query.after !== undefined;
  return [...headers, ...(isPaged ? (['Link'] as const) : []), 'X-Ignored-Fields', 'X-Request-Id'];
}
