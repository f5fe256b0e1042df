import { componentRef, type InputClass, jsonType, mergePatchType, type Upload } from '../../input/index.ts';
import { deprecationHeaderNames, deprecationNote } from '../rest/deprecation.ts';
import { rateHeaders, type ResponseHeader } from '../rest/response-headers.ts';
import { type DeclaredResponse, isConditional, notModified, type Route } from '../rest/route.ts';
import type { Json } from './json.ts';
import { parameters } from './parameters.ts';
import { errorReferences, headerReferences } from './error-responses.ts';

/** The operations of a route by method: PATCH is an operation of its own. */
export function operations(route: Route): Json {
  const declared = operation(route);
  const { operationId, patchId, body, creates } = route;
  if (patchId === undefined || body === undefined) return { [route.method.toLowerCase()]: declared };
  const asJson =
    creates === true
      ? `With \`${jsonType}\` the given fields are replaced, and the others stay.`
      : `With \`${jsonType}\` the same as \`${operationId}\`.`;
  const description = `${asJson} With \`${mergePatchType}\` a JSON Merge Patch (RFC 7396): nested objects are merged at any depth, and null removes. ${descriptionOf(route)}`;
  const requestBody = bodyOf(creates === true ? patchName(body) : body.name, [jsonType, mergePatchType]);
  return { put: declared, patch: { ...declared, operationId: patchId, description, requestBody } };
}

/** The component that describes some fields of an input. */
export function patchName({ name }: InputClass): string {
  return `Patch${name}`;
}

function bodyOf(name: string, mediaTypes: readonly string[], required = true): Json {
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: componentRef(name) }]));
  return { required, content };
}

function fileBody({ types }: Upload): Json {
  const schema = { type: 'string', format: 'binary' };
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

function operation(route: Route): Json {
  return {
    summary: route.summary,
    description: descriptionOf(route),
    operationId: route.operationId,
    tags: [route.tag],
    ...(route.deprecated === undefined ? {} : { deprecated: true }),
    ...(route.extension ? { 'x-extension': true } : {}),
    ...(route.isPublic === true ? { security: [] } : {}),
    ...(isOfGuests(route) ? { security: [{ link: [] }] } : {}),
    parameters: parameters(route),
    ...(route.upload === undefined ? {} : { requestBody: fileBody(route.upload) }),
    ...(route.body === undefined
      ? {}
      : { requestBody: bodyOf(route.body.name, [jsonType], route.isBodyOptional !== true) }),
    responses: { ...responses(route), ...errorReferences(route) },
  };
}

function descriptionOf({ description, deprecated }: Route): string {
  return deprecated === undefined ? description : `${description} ${deprecationNote(deprecated)}`;
}

/** Whether the operation is for guests of a link alone. */
function isOfGuests({ path }: Route): boolean {
  return path.startsWith('/api/guest/');
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
  const { query, body, isPublic, deprecated } = route;
  const { headers = [] } = response;
  const isTagged = isConditional(route) && response === route.responses[200] && !headers.includes('ETag');
  const isPaged = query?.limit !== undefined && query.after !== undefined;
  const always = ['X-Request-Id', 'Cache-Control'] as const;
  return [
    ...headers,
    ...(isTagged ? (['ETag'] as const) : []),
    ...(isPaged ? (['Link'] as const) : []),
    ...(deprecated === undefined ? [] : deprecationHeaderNames),
    ...(isPublic === true ? [] : rateHeaders),
    ...(body === undefined ? [] : (['X-Ignored-Fields'] as const)),
    ...always,
  ];
}
