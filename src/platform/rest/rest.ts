import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Clients } from '../access/client.ts';
import { type Budget, operationLimits, withinLimits } from '../budget/budget.ts';
import { endWithClient } from '../budget/client-left.ts';
import { AppError, invalidField, toProblem } from '../kernel/errors.ts';
import { hasTag } from '../cache/not-modified.ts';
import { unknownKeys } from '../input/unknown-keys.ts';
import { readInput, rejectUnsafe } from '../input/validate.ts';
import type { Keyed } from '../idempotency/keyed-request.ts';
import type { SignFor } from '../signing/signed-links.ts';
import type { Permit } from '../policy/policy.ts';
import { readJson } from './body.ts';
import { EventStreamText } from './event-stream.ts';
import { ignoredFields } from './ignored-fields.ts';
import { type QueryReader, queryReader } from './query.ts';
import type { Route, RouteRequest, RouteResponse } from './route.ts';
import { type WriteOptions, writeResponse } from './write-response.ts';

/** Asks the policy for an operation of a request. @throws AppError `FORBIDDEN` */
export type PermitOf = (context: Context, operation: string) => Permit;

/** Keeps a stream open no longer than the right of its request. @returns what releases it */
export type HoldRight = (context: Context, end: (error: AppError) => void) => () => void;

/** What the router needs. */
interface RestOptions extends Omit<WriteOptions, 'sign'> {
  readonly signFor: SignFor;
  readonly permitOf: PermitOf;
  readonly holdRight: HoldRight;
  readonly clients: Clients;
}

/**
 * Registers the declared routes: checks each request against its route, calls the handler and writes its response.
 */
export function restRouter(routes: readonly Route[], options: RestOptions): Router {
  const router = new Router();
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const methods = route.patchId === undefined ? [route.method] : [route.method, 'PATCH'];
    router.register(path, methods, endpoint(route, options));
  }
  return router;
}

/** Answers requests without a route: 405 with Allow for a known path, else 404. */
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

function endpoint(route: Route, { permitOf, holdRight, clients, signFor, stopping }: RestOptions): Middleware {
  const readQuery = queryReader(route.query ?? {});
  const isRead = route.method === 'GET' || route.isRead === true;
  return async (context: Context) => {
    // Before the body is read: who may not do it is not told what is wrong with it.
    const permit = permitOf(context, route.operationId);
    const request = await readRequest(context, route, readQuery, { permit, clients });
    const handle = (budget: Budget): Promise<RouteResponse> =>
      isRead ? endWithClient(budget, context.res, () => route.handle(request)) : route.handle(request);
    const response = await withinLimits(operationLimits, handle, permit.actor.key);
    writeResponse(context, route, response, { stopping, sign: signFor(permit.actor) });
    const { body } = context;
    if (!(body instanceof Readable)) return;
    const release = holdRight(context, (error) => {
      if (body instanceof EventStreamText) body.endWith(toProblem(error, permit.requestId, context.path));
      else body.destroy(error);
    });
    body.once('close', release);
  };
}

/** Reads and checks what the route declares. */
async function readRequest(
  context: Context,
  route: Route,
  readQuery: QueryReader,
  { permit, clients }: { readonly permit: Permit; readonly clients: Clients },
): Promise<RouteRequest<never, never>> {
  const parameters = context['params'] as Record<string, string>;
  rejectUnsafe(parameters);
  const search = new URLSearchParams(context.querystring);
  const json = await readBody(context, route);
  // Unknown names are ignored, so that an object can be sent back as it was read. The header reports typing errors.
  const ignored = ignoredFields([...readQuery.unknown(search), ...(route.body ? unknownKeys(route.body, json) : [])]);
  if (ignored !== '') context.set('X-Ignored-Fields', ignored);
  const asked = {
    query: readQuery.read(search),
    body: route.body && readInput(route.body, json),
    ifMatch: readIfMatch(context.get('If-Match')),
  };
  return {
    ...asked,
    // `route` has matched the types of query and body with those that the handler takes.
    query: asked.query as never,
    body: asked.body as never,
    scope: permit.scope(route.method === 'POST' ? keyed(context, route, asked) : null),
    client: clients.of(context.req),
    path: (name) => parameters[name] ?? '',
    get ifVersion() {
      return versionOf(asked.ifMatch);
    },
    hasTag: (tag) => hasTag(context.get('If-None-Match'), tag),
    lastEventId: context.get('Last-Event-ID') || undefined,
    waitSeconds: readWait(context.get('Prefer')),
  };
}

/** The identity of a POST, under its Idempotency-Key. The other methods are safe to repeat without one. */
function keyed(context: Context, { operationId, isStored }: Route, { query, body, ...asked }: Asked): Keyed {
  const key = context.get('Idempotency-Key') || null;
  if (isStored === false && key !== null) throw notStored();
  return {
    ...asked,
    key,
    operation: operationId,
    of: Object.values(context['params'] as Record<string, string>),
    input: body,
    query: Object.keys(query).length === 0 ? undefined : query,
  };
}

function notStored(): AppError {
  const detail = 'The answer has a secret, which is never stored: send the request without an Idempotency-Key.';
  return invalidField('/Idempotency-Key', 'unknown', detail);
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
  rejectUnsafe(body);
  return body;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
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
