import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Client, LiveRights, SignFor } from '../../rights/index.ts';
import {
  AppError,
  type Budget,
  endWithClient,
  invalidField,
  operationLimits,
  toProblem,
  withinLimits,
} from '../../core/index.ts';
import { hasTag } from '../../graphql/index.ts';
import {
  isMergePatch,
  readFields,
  readInput,
  readJson,
  readMergePatch,
  readUpload,
  rejectUnsafe,
  unknownKeys,
} from '../../input/index.ts';
import type { Keyed, Permit, Policy } from '../../data/index.ts';
import type { RequestContext } from '../koa-server.ts';
import { deprecationHeaders } from './deprecation.ts';
import { EventStreamText } from './event-stream.ts';
import { ignoredFields } from './ignored-fields.ts';
import { type QueryReader, queryReader } from './query.ts';
import { type Route, type RouteRequest, type RouteResponse, takesKey } from './route.ts';
import { type PathParameters, RouteTable } from './route-table.ts';
import { type WriteOptions, writeResponse } from './write-response.ts';

/** What the router needs. */
interface RestOptions extends Omit<WriteOptions, 'sign'> {
  readonly signFor: SignFor;
  readonly policy: Policy;
  readonly rights: LiveRights;
}

/** The table of the declared routes: each checks its requests, calls its handler and writes the response. */
export function restRoutes(routes: readonly Route[], options: RestOptions): RouteTable<RequestContext> {
  const table = new RouteTable<RequestContext>();
  for (const route of routes) {
    const methods = route.patchId === undefined ? [route.method] : [route.method, 'PATCH' as const];
    table.add(methods, route.path, endpoint(route, options));
  }
  return table;
}

/** The identity of a request. */
type ReadRequest = Pick<RouteRequest<never>, 'query' | 'ifMatch' | 'mustCreate'> & {
  readonly input: object | undefined;
};

function endpoint(route: Route, { policy, rights, signFor, stopping }: RestOptions) {
  const readQuery = queryReader(route.query ?? {});
  const isRead = route.method === 'GET' || route.isRead === true;
  const announced = route.deprecated === undefined ? null : deprecationHeaders(route.deprecated, route.path);
  return async (context: RequestContext, parameters: PathParameters): Promise<void> => {
    context.state.route = route.path;
    const { actor, requestId, credential, lookAgain, client } = context.state;
    // Before anything is refused: who is refused needs to know it, too.
    if (announced !== null) context.set(announced);
    // Before the body is read: a caller without the right gets no details about it.
    const permit = policy.permit(actor, route.operationId, requestId, client.ip);
    const request = await readRequest(context, route, readQuery, { permit, client, parameters });
    const handle = (budget: Budget): Promise<RouteResponse> =>
      isRead ? endWithClient(budget, context.res, () => route.handle(request)) : route.handle(request);
    const response = await withinLimits(operationLimits, handle, permit.actor.key);
    writeResponse(context, route, response, { stopping, sign: signFor(permit.actor) });
    const { body } = context;
    if (!(body instanceof Readable)) return;
    const end = (error: AppError): void => {
      if (body instanceof EventStreamText) body.endWith(toProblem(error, requestId, context.path));
      else body.destroy(error);
    };
    // No longer than the right of its request.
    body.once('close', rights.hold(actor, credential, end, lookAgain));
  };
}

/** Who sent a request, with which right, and what its path names. */
interface RequestSource {
  readonly permit: Permit;
  readonly client: Client;
  readonly parameters: PathParameters;
}

/** Reads and checks what the route declares. */
async function readRequest(
  context: Context,
  route: Route,
  readQuery: QueryReader,
  { permit, client, parameters }: RequestSource,
): Promise<RouteRequest<never, never>> {
  rejectUnsafe(parameters);
  const { querystring } = context;
  // Most reads have neither query nor body: looking at what is not there is a fifth of the cost of a small request.
  const query = querystring === '' ? {} : readQuery.read(new URLSearchParams(querystring));
  const bytes = route.upload === undefined ? noBytes : await readFile(context, route.upload);
  const json = route.body === undefined ? undefined : await readBody(context, route);
  // Unknown keys are ignored, so that an object can be sent back as it was read. The header reports typing errors.
  const ignored = route.body === undefined ? '' : ignoredFields(unknownKeys(route.body, json));
  if (ignored !== '') context.set('X-Ignored-Fields', ignored);
  const reading = readingOf(context, route);
  const body = route.body && readers[reading](route.body, json);
  const mustCreate = route.method !== 'GET' && context.req.headers['if-none-match']?.trim() === '*';
  const ifMatch = mustCreate && route.creates !== true ? [] : readIfMatch(context.req.headers['if-match'] ?? '');
  const given = route.upload === undefined ? body : { sha256: createHash('sha256').update(bytes).digest('hex') };
  const asked = { query, ifMatch, mustCreate, input: reading === 'input' ? given : { [reading]: json } };
  return {
    ifMatch,
    mustCreate,
    // `route` has matched the types of query and body with those that the handler takes.
    query: query as never,
    body: body as never,
    bytes,
    scope: permit.scope(route.method === 'GET' ? null : keyed(context, route, { ...asked, parameters })),
    client,
    path: (name) => parameters[name] ?? '',
    ifVersion: versionsIn(ifMatch),
    hasTag: (tag) => hasTag(context.get('If-None-Match'), tag),
    lastEventId: context.get('Last-Event-ID') || undefined,
    waitSeconds: readWait(context.get('Prefer')),
  };
}

const readers = { input: readInput, mergePatch: readMergePatch, fields: readFields };

/** How a body is read. Where a PUT replaces all that there is, its PATCH changes the given fields alone. */
function readingOf({ method, req }: Context, { creates }: Route): keyof typeof readers {
  if (method !== 'PATCH') return 'input';
  if (isMergePatch(req)) return 'mergePatch';
  return creates === true ? 'fields' : 'input';
}

/**
 * The identity of a change, under its Idempotency-Key. A PUT or DELETE needs it too: one that arrives late once more would
 * take back what others changed meanwhile.
 */
function keyed(
  context: Context,
  route: Route,
  { query, mustCreate, parameters, ...asked }: ReadRequest & Pick<RequestSource, 'parameters'>,
): Keyed {
  const { operationId, patchId = operationId } = route;
  const key = context.get('Idempotency-Key') || null;
  if (key !== null && !takesKey(route)) throw notStored();
  return {
    ...asked,
    ...(mustCreate ? { mustCreate } : {}),
    key,
    operation: context.method === 'PATCH' ? patchId : operationId,
    of: Object.values(parameters).filter((value) => value !== undefined),
    query: Object.keys(query).length === 0 ? undefined : query,
  };
}

function notStored(): AppError {
  const detail = 'The answer of this operation is never stored: send the request without an Idempotency-Key.';
  return invalidField('/Idempotency-Key', 'unknown', detail);
}

/** How many seconds a client prefers to wait (RFC 7240, 4.3); how many it may, each use case decides. */
function readWait(prefer: string): number {
  if (prefer === '') return 0;
  const [, seconds = '0'] = /(?:^|[,;\s])wait\s*=\s*"?(\d+)"?(?:$|[,;\s])/i.exec(prefer) ?? [];
  return Number(seconds);
}

const noBytes = Buffer.alloc(0);

/** The file that the body of a route is. */
async function readFile(context: Context, upload: NonNullable<Route['upload']>): Promise<Buffer> {
  try {
    return await readUpload(context.req, upload);
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNSUPPORTED_MEDIA_TYPE') {
      context.set('Accept', upload.types.join(', '));
    }
    throw error;
  }
}

/** The JSON that a route with a body is sent, not yet checked by its class. */
async function readBody(context: Context, { isBodyOptional, mostBodyBytes }: Route): Promise<unknown> {
  const body = isBodyOptional === true && !hasBody(context.req) ? {} : await readJson(context.req, mostBodyBytes);
  rejectUnsafe(body);
  return body;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Takes weak tags as well: a proxy that compresses makes every tag weak, and its client has no other.
 *
 * @returns the tags of which one must be current, with none of a foreign form; undefined for `*` or no header
 */
function readIfMatch(header: string): string[] | undefined {
  if (header === '' || header.trim() === '*') return undefined;
  if (!tagList.test(header)) {
    throw invalidField(
      '/If-Match',
      'format',
      'If-Match must be the ETag of an earlier answer, such as "3", or a list.',
    );
  }
  return [...header.matchAll(/"([^"]*)"/g)].map(([, tag = '']) => tag).filter((tag) => ownTag.test(tag));
}

/** One tag or several, with empty elements, which a recipient takes (RFC 9110, 5.6.1.2). */
const tagList = /^[ \t,]*(?:W\/)?"[^"]*"(?:[ \t]*,(?:[ \t]*(?:W\/)?"[^"]*")?)*[ \t]*$/;

/** A version, perhaps with a digest of what is shown beside it. */
const ownTag = /^\d{1,9}(?:-[0-9a-f]{12})?$/;

function versionsIn(tags: readonly string[] | undefined): number[] | undefined {
  return tags?.filter((tag) => !tag.includes('-')).map(Number);
}
