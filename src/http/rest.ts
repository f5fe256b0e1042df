import { addAbortListener } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { clientOf } from '../access/client.ts';
import { AppError, invalidField, invalidInput } from '../errors.ts';
import { readInput, refuseUnsafe, schemaCheck, unknownKeys } from '../input/validate.ts';
import type { RequestScope } from '../scope.ts';
import { readJson } from './body.ts';
import { readRange } from './byte-range.ts';
import { EventStreamText, streamHeaders } from './event-stream.ts';
import type { QueryParameter, QueryValues, Route } from './route.ts';

/**
 * Registers the declared routes: reads and checks what each declares, calls it, writes its answer.
 *
 * @param stopping ends every stream
 */
export function restRouter(
  routes: readonly Route[],
  scopeOf: (context: Context) => RequestScope,
  stopping: AbortSignal,
): Router {
  const router = new Router();
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    // PATCH means what PUT does here: absent fields stay as they are.
    const methods = route.method === 'PUT' ? ['PUT', 'PATCH'] : [route.method];
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

function endpoint(route: Route, scopeOf: (context: Context) => RequestScope, stopping: AbortSignal): Middleware {
  const readQuery = queryReader(route.query ?? {});
  return async (context: Context) => {
    const parameters = context['params'] as Record<string, string>;
    refuseUnsafe(parameters);
    const answer = await route.handle({
      scope: scopeOf(context),
      client: clientOf(context.req),
      path: (name) => parameters[name] ?? '',
      query: readQuery(new URLSearchParams(context.querystring)),
      body: (await readBody(context, route)) as never,
      ifVersion: readIfMatch(context.get('If-Match')),
      lastEventId: context.get('Last-Event-ID') || undefined,
      waitSeconds: readWait(context.get('Prefer')),
      idempotencyKey: context.get('Idempotency-Key') || undefined,
    });
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
      context.type = route.answers[status]?.mediaType ?? 'application/octet-stream';
      const bytes = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength);
      if (answer.isRanged === true) writeRange(context, bytes);
      else context.body = bytes;
    } else if (answer.body !== undefined) {
      context.body = answer.body;
    }
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

async function readBody(context: Context, { body: inputClass, isBodyOptional }: Route): Promise<object | undefined> {
  if (inputClass === undefined) return undefined;
  const body = isBodyOptional === true && !hasBody(context.req) ? {} : await readJson(context.req);
  refuseUnsafe(body);
  const input = readInput(inputClass, body);
  // Unknown keys are tolerated, so that an object can be sent back as it was read; a typing error is still told.
  const ignored = unknownKeys(inputClass, body as object);
  if (ignored.length > 0) context.set('X-Ignored-Fields', ignored.map(encodeURIComponent).join(', ').slice(0, 1_000));
  return input;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function nextLink({ path, querystring }: Context, cursor: string): string {
  const search = new URLSearchParams(querystring);
  search.set('after', cursor);
  return `<${path}?${search.toString()}>; rel="next"`;
}

/** @returns the version that must still be current; undefined for `*` or no header */
function readIfMatch(header: string): number | undefined {
  if (header === '' || header === '*') return undefined;
  const [, version] = /^"(\d{1,9})"$/.exec(header) ?? [];
  if (version !== undefined) return Number(version);
  throw invalidField('/If-Match', 'format', 'If-Match must be the ETag of an earlier answer, such as "3".');
}

function queryReader(declared: Route['query'] & object): (search: URLSearchParams) => QueryValues {
  const parameters = Object.entries(declared) as [string, QueryParameter][];
  const check = schemaCheck({
    type: 'object',
    properties: Object.fromEntries(parameters.map(([name, { schema }]) => [name, schema])),
  });
  return (search) => {
    const values: Record<string, unknown> = {};
    for (const [name, { schema }] of parameters) {
      const text = search.get(name);
      if (text !== null) values[name] = parse(text, String(schema['type']));
    }
    refuseUnsafe(values);
    const faults = check(values, '');
    if (faults.length > 0) throw invalidInput(faults);
    return values as QueryValues;
  };
}

/** What cannot be read stays text, so that the schema refuses it in words. */
function parse(text: string, type: string): unknown {
  if (type === 'array') return text.split(',').map((item) => item.trim());
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
