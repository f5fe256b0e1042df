import { stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { type Actor, publicActor } from '../access/actor.ts';
import type { Authenticator } from '../access/authenticator.ts';
import type { Client, Clients } from '../access/client.ts';
import type { Origins } from '../access/origins.ts';
import type { Admission } from '../limits/admission.ts';
import { toAppError } from '../database/database-errors.ts';
import { AppError } from '../kernel/errors.ts';
import { type Apollo, serveGraphQL, mediaTypeFor } from '../execution/apollo.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import { asGraphQLError, formatError } from '../execution/format-error.ts';
import { isGraphQLPath } from '../graphql/path.ts';
import type { LiveRights } from '../policy/live-rights.ts';
import type { Policy } from '../policy/policy.ts';
import { admitRequests } from './admit.ts';
import { createKoa, type RequestContext, serverOf, setErrorHeaders } from './koa-server.ts';
import { type Described, openApi } from '../openapi/document.ts';
import { shareWithOrigins } from './cross-origin.ts';
import { setPolicies } from './policy-headers.ts';
import { oneAtATime } from './pipelining.ts';
import { type HoldRight, type PermitOf, restRouter, unmatched } from '../rest/rest.ts';
import type { Route } from '../rest/route.ts';
import { UnreadResponses } from './unread-responses.ts';

/** What the HTTP server serves, and what guards it. */
export interface HttpOptions {
  readonly routes: readonly Route[];
  /** The event types that the OpenAPI document describes as webhooks. */
  readonly described: Described;
  readonly apollo: Apollo;
  readonly guard: Authenticator;
  readonly rights: LiveRights;
  readonly clients: Clients;
  readonly origins: Origins;
  readonly admission: Admission;
  readonly policy: Policy;
  readonly newContext: (actor: Actor, client: Client, requestId: string) => GraphQLContext;
  /** Aborted when the process stops: ends streams. */
  readonly stopping: AbortSignal;
  /** Folder of the built browser pages; null serves none. */
  readonly webFolder: string | null;
  /** Whether clients reach the server over HTTPS alone. */
  readonly isSecure: boolean;
  readonly log: Logger;
}

/** The HTTP server with REST, GraphQL and the browser pages. It does not listen yet. */
export function createHttpServer(options: HttpOptions): Server {
  const permitOf: PermitOf = (context, operation) => {
    const { actor, requestId } = (context as RequestContext).state;
    return options.policy.permit(actor, operation, requestId);
  };
  const holdRight: HoldRight = (context, end) =>
    options.rights.hold((context as RequestContext).state.actor, context.get('Authorization') || undefined, end);
  const router = restRouter([...options.routes, ...documentRoute(options)], { ...options, permitOf, holdRight });
  const koa = createKoa(options.log, options.stopping);
  koa.use(new UnreadResponses(options.clients, options.log).watch());
  koa.use(shareWithOrigins(options.origins));
  koa.use(setPolicies(options.isSecure));
  if (options.webFolder !== null) koa.use(pages(options.webFolder));
  koa.use(sendGraphQLErrors(options.log) as Middleware);
  koa.use(authenticate(options) as Middleware);
  koa.use(admitRequests(options));
  koa.use(oneAtATime());
  koa.use(graphql(options) as Middleware);
  koa.use(router.routes());
  koa.use(unmatched(router));
  return serverOf(koa);
}

/** Rejects requests without the API key and requests of other origins. Health checks need neither check. */
function authenticate({ guard, origins, routes }: HttpOptions) {
  const open = new Set(routes.filter(({ isPublic }) => isPublic === true).map((route) => route.path));
  return async (context: RequestContext, next: () => Promise<void>): Promise<void> => {
    if (open.has(context.path)) {
      context.state.actor = publicActor;
    } else {
      if (!origins.admits(context.req, guard.isOpen, !isGraphQLPath(context.path))) throw otherOrigin();
      context.state.actor = await guard.authenticate(context.get('Authorization'));
    }
    await next();
  };
}

function otherOrigin(): AppError {
  return new AppError(
    'FORBIDDEN',
    'Requests from pages of other origins or sites, or for other hosts, are refused: list the origin of the page in ALLOWED_ORIGINS.',
  );
}

/** GraphQL clients read a refusal as they read a result, and take no problem document for one. */
function sendGraphQLErrors(log: Logger) {
  return async (context: RequestContext, next: () => Promise<void>): Promise<void> => {
    if (!isGraphQLPath(context.path)) return next();
    try {
      await next();
    } catch (thrown) {
      const error = toAppError(thrown);
      setErrorHeaders(context, error);
      context.body = { errors: [formatError(asGraphQLError(error), context.state.requestId, log)] };
      context.type = mediaTypeFor(context);
    }
  };
}

function graphql({ apollo, clients, newContext, log }: HttpOptions) {
  return async (context: RequestContext, next: () => Promise<void>): Promise<void> => {
    if (!isGraphQLPath(context.path)) return next();
    const { actor, requestId } = context.state;
    await serveGraphQL(apollo, context, newContext(actor, clients.of(context.req), requestId), log);
  };
}

const pagePolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; font-src 'self' data:; img-src 'self' data:; connect-src 'self' ws: wss:; frame-ancestors 'none'";

/** GraphiQL for browsers at the GraphQL path, and the hashed files that the pages are made of. */
function pages(folder: string): Middleware {
  return async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') {
      await next();
    } else if (
      isGraphQLPath(context.path) &&
      context.query['query'] === undefined &&
      context.accepts('json', 'html') === 'html'
    ) {
      context.set('Content-Security-Policy', pagePolicy);
      await sendFile(context, folder, 'graphiql/index.html', { maxage: 0 });
    } else if (/^\/assets\/[\w.-]+$/.test(context.path)) {
      await sendFile(context, folder, context.path, { maxage: 31_536_000_000, immutable: true });
    } else {
      await next();
    }
  };
}

async function sendFile(
  context: Context,
  folder: string,
  file: string,
  caching: { maxage: number; immutable?: boolean },
): Promise<void> {
  const exists = await stat(path.join(folder, file)).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!exists) throw new AppError('NOT_FOUND', `There is no file ${file}; "npm run build:web" builds the pages.`);
  // Without it, `send` would keep what answers have.
  context.remove('Cache-Control');
  await send(context, file, { root: folder, ...caching });
}

/** The operation that prints the OpenAPI document. */
export const documentOperation = 'getOpenApiDocument';

function documentRoute({ routes, described }: HttpOptions): Route[] {
  const document: Route = {
    method: 'GET',
    path: '/api/openapi.json',
    operationId: documentOperation,
    summary: 'This document',
    description: 'Describes every operation and every webhook.',
    tag: 'Documents',
    extension: true,
    responses: { 200: { description: 'OpenAPI 3.1.', schema: { type: 'object', additionalProperties: true } } },
    handle: async () => ({ body: openApi([...routes, document], described) }),
  };
  return [document];
}
