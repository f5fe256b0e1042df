import { addAbortListener } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { clientOf } from '../access/client.ts';
import { operationLimits, requireShort, withinLimits } from '../budget/budget.ts';
import { endWithClient } from '../budget/client-left.ts';
import { AppError, invalidField } from '../kernel/errors.ts';
import { unknownKeys } from '../input/unknown-keys.ts';
import { readInput, refuseUnsafe } from '../input/validate.ts';
import type { Keyed } from '../idempotency/keyed-request.ts';
import type { RequestScope } from '../database/scope.ts';
import { asBody } from './answer-text.ts';
import { readJson } from './body.ts';
import { readRange } from './byte-range.ts';
import { EventStreamText, streamHeaders } from './event-stream.ts';
import { ignoredFields } from './ignored-fields.ts';
import { queryReader } from './query.ts';
import type { Route, RouteRequest } from './route.ts';

/** Makes the scope of a request, which a key may name. */
type ScopeOf = (context: Context, keyed: Keyed | null) => RequestScope;

/**
 * Registers the declared routes: reads and checks what each declares, calls it, writes its answer.
 *
 * @param stopping ends every stream
 */
export function restRouter(routes: readonly Route[], scopeOf: ScopeOf, stopping: AbortSignal): Router {
  const router = new Router();
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const methods = route.patchId === undefined ? [route.method] : [route.method, 'PATCH'];
    router.register(path, methods, endpoint(route, scopeOf, stopping));
  }
  return router;
}

/** Answers what no route took: 405 with Allow for a known path, else 404. */
export function unmatched(router: Router): Middleware {
  return async (context) => {
    const allowed = router.match(context.path, context.method).path.flatMap((layer) => layer.methods);
    if (allowed.length === 0) throw new AppError('NOT_FOUND', `There is nothing at ${context.path.slice(0, 200)}.`);
    const methods = [...new Set(allowed)].sort().join(', ');
    context.set('Allow', methods);
    if (context.method === 'OPTIONS') {
      context.status = 204;
      return;
    }
    throw new AppError('METHOD_NOT_ALLOWED', `${context.method} is not possible here; ${methods} are.`);
  };
}

type Asked = Pick<RouteRequest<never>, 'query' | 'ifMatch'> & { readonly body: object | undefined };

function endpoint(route: Route, scopeOf: ScopeOf, stopping: AbortSignal): Middleware {
  const query = queryReader(route.query ?? {});
  return async (context: Context) => {
    const parameters = context['params'] as Record<string, string>;
    refuseUnsafe(parameters);
    const search = new URLSearchParams(context.querystring);
    const json = await readBody(context, route);
    // Unknown names are tolerated, so that an object can be sent back as it was read; a typing error is still told.
    const ignored = ignoredFields([...query.unknown(search), ...(route.body ? unknownKeys(route.body, json) : [])]);
    if (ignored !== '') context.set('X-Ignored-Fields', ignored);
    const asked = {
      query: query.read(search),
      body: route.body && readInput(route.body, json),
      ifMatch: readIfMatch(context.get('If-Match')),
    };
    // The declared query and body have been read by what types the handler: `route` has matched them.
    const request: RouteRequest<never, never> = {
      ...asked,
      query: asked.query as never,
      body: asked.body as never,
      scope: scopeOf(context, route.method === 'POST' ? keyed(context, route, asked) : null),
      client: clientOf(context.req),
      path: (name) => parameters[name] ?? '',
      get ifVersion() {
        return versionOf(asked.ifMatch);
      },
      lastEventId: context.get('Last-Event-ID') || undefined,
      waitSeconds: readWait(context.get('Prefer')),
    };
    const isRead = route.method === 'GET' || route.isRead === true;
    const answer = await withinLimits(operationLimits, (budget) =>
      isRead ? endWithClient(budget, context.res, () => route.handle(request)) : route.handle(request),
    );
    if (!(answer.body instanceof Uint8Array)) requireShort(answer.body);
    const status = answer.status ?? 200;
    context.status = status;
    for (const [name, value] of Object.entries(answer.headers ?? {})) context.set(name, value);
    if (answer.nextCursor !== undefined) context.set('Link', nextLink(context, answer.nextCursor));
    if (answer.stream !== undefined) {
      context.set(streamHeaders);
      context.type = 'text/event-stream';
      context.body = new EventStreamText(answer.stream, stopping);
      endWith(stopping, context.res);
    } else if (answer.body instanceof Uint8Array) {
      context.type = route.responses[status]?.mediaType ?? 'application/octet-stream';
      const bytes = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength);
      if (answer.isRanged === true) writeRange(context, bytes);
      else context.body = bytes;
    } else if (answer.body !== undefined) {
      context.body = asBody(JSON.stringify(answer.body));
      context.type = 'json';
    }
  };
}

/** What a POST asks for, under its Idempotency-Key. The other methods are safe to repeat without one. */
function keyed(context: Context, { operationId }: Route, { query, body, ...asked }: Asked): Keyed {
  return {
    ...asked,
    key: context.get('Idempotency-Key') || null,
    operation: operationId,
    of: Object.values(context['params'] as Record<string, string>),
    input: body,
    query: Object.keys(query).length === 0 ? undefined : query,
  };
}

/** How long a client may take for the end of a stream once the server stops, in milliseconds. */
const lastWordsMs = 1_000;

/** A client that does not take what waits for it would hold up the stop, and is cut off. */
function endWith(stopping: AbortSignal, response: ServerResponse): void {
  const onStop = addAbortListener(stopping, () => setTimeout(() => response.destroy(), lastWordsMs).unref());
  response.once('close', () => onStop[Symbol.dispose]());
}

/**
 * Gives the part that a Range header asks for, or all: to HEAD, which has no parts, and to whoever holds a part of
 * something else (RFC 9110, 14.2 and 13.1.5). Who holds all of it already is told so.
 */
function writeRange(context: Context, bytes: Buffer): void {
  context.set('Accept-Ranges', 'bytes');
  if (context.fresh) {
    context.status = 304;
    return;
  }
  const ifRange = context.get('If-Range');
  const mayBePart = context.method === 'GET' && (ifRange === '' || ifRange === context.response.get('ETag'));
  const range = mayBePart ? readRange(context.get('Range'), bytes.length) : null;
  if (range === null) {
    context.body = bytes;
    return;
  }
  if (range === 'unsatisfiable') {
    context.set('Content-Range', `bytes */${bytes.length}`);
    context.remove('Cache-Control');
    throw new AppError('RANGE_NOT_SATISFIABLE', `The range is not within the ${bytes.length} bytes that there are.`);
  }
  context.status = 206;
  context.set('Content-Range', `bytes ${range.first}-${range.last}/${bytes.length}`);
  context.body = bytes.subarray(range.first, range.last + 1);
}

/** How many seconds a client prefers to wait (RFC 7240, 4.3); how many it may, each use case decides. */
function readWait(prefer: string): number {
  const [, seconds = '0'] = /(?:^|[,;\s])wait\s*=\s*"?(\d+)"?(?:$|[,;\s])/i.exec(prefer) ?? [];
  return Number(seconds);
}

/** The JSON that a route with a body is sent, not yet checked by its class. */
async function readBody(context: Context, { body: inputClass, isBodyOptional }: Route): Promise<unknown> {
  if (inputClass === undefined) return undefined;
  const body = isBodyOptional === true && !hasBody(context.req) ? {} : await readJson(context.req);
  refuseUnsafe(body);
  return body;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function nextLink({ path, querystring }: Context, cursor: string): string {
  const search = new URLSearchParams(querystring);
  search.set('after', cursor);
  return `<${path}?${search.toString()}>; rel="next"`;
}

/** @returns the tag that must still be current; undefined for `*` or no header */
function readIfMatch(header: string): string | undefined {
  if (header === '' || header === '*') return undefined;
  const [, tag] = /^"(\d{1,9}(?:-[0-9a-f]{12})?)"$/.exec(header) ?? [];
  if (tag === undefined) throw noEtag();
  return tag;
}

function versionOf(tag: string | undefined): number | undefined {
  if (tag?.includes('-') === true) throw noEtag();
  return tag === undefined ? undefined : Number(tag);
}

function noEtag(): AppError {
  return invalidField('/If-Match', 'format', 'If-Match must be the ETag of an earlier answer, such as "3".');
}
