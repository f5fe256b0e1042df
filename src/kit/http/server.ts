import type { Server } from 'node:http';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import {
  type Actor,
  type Authenticator,
  type Clients,
  type LiveRights,
  type Origins,
  otherOrigin,
  publicActor,
  type SessionCookie,
  type SignedLinks,
  type SignFor,
  type StreamLinks,
} from '../rights/index.ts';
import { type AuditLog, type Gate, openAccount, type Policy, type Rates, toAppError } from '../data/index.ts';
import type { Admission, Metrics, OpenReceiver, Tracing } from '../core/index.ts';
import {
  asGraphQLError,
  type Caller,
  formatError,
  type GraphQLContext,
  type GraphQLEndpoint,
  isGraphQLPath,
  mediaTypeFor,
  serveGraphQL,
} from '../graphql/index.ts';
import { admitRequests, isStream, pathPattern } from './admit.ts';
import { compressAnswers } from './compression/compress-answers.ts';
import { createKoa, type RequestContext, serverOf, setErrorHeaders } from './koa-server.ts';
import type { Described } from './openapi/document.ts';
import { documentRoute } from './openapi/document-route.ts';
import { requireCsrfToken } from './csrf.ts';
import { shareWithOrigins } from './cross-origin.ts';
import { refuseLostUpgrades } from './lost-upgrade.ts';
import { type PageSettings, pages } from './pages/pages.ts';
import { sendRefusalPage } from './pages/refusal-page.ts';
import { setPolicies } from './policy-headers.ts';
import { receiveOpenly } from './open-receiver.ts';
import { oneAtATime } from './pipelining.ts';
import { otherRoutes, RequestMeter } from './request-meter.ts';
import { restRoutes } from './rest/rest.ts';
import type { Route } from './rest/route.ts';
import { UnreadResponses } from './unread-responses.ts';

/** What the HTTP server serves, and what guards it. */
export interface HttpOptions extends GraphQLEndpoint {
  readonly routes: readonly Route[];
  /** The event types that the OpenAPI document describes as webhooks. */
  readonly described: Described;
  readonly guard: Authenticator;
  readonly gate: Gate;
  readonly cookie: SessionCookie;
  readonly rates: Rates;
  readonly rights: LiveRights;
  readonly links: SignedLinks;
  readonly signFor: SignFor;
  readonly streamLinks: StreamLinks;
  readonly clients: Clients;
  readonly origins: Origins;
  readonly admission: Admission;
  readonly metrics: Metrics;
  readonly tracing: Tracing | null;
  readonly policy: Policy;
  readonly audit: AuditLog;
  readonly newContext: (actor: Actor, caller: Omit<Caller, 'permit'>) => GraphQLContext;
  /** Aborted when the process stops: ends streams. */
  readonly stopping: AbortSignal;
  readonly pages: Omit<PageSettings, 'hasSession'>;
  /** Takes requests that need no credential. */
  readonly open: OpenReceiver;
  /** Whether clients reach the server over HTTPS alone. */
  readonly isSecure: boolean;
}

/** The HTTP server with REST, GraphQL and the browser pages. It does not listen yet. */
export function createHttpServer(options: HttpOptions): Server {
  const { stopping } = options;
  const routes = [...options.routes, documentRoute(options.routes, options.described)];
  const { folder } = options.pages;
  const koa = createKoa(options.log, {
    stopping,
    tracing: options.tracing,
    showPage: (context, problem) => sendRefusalPage(context, folder, problem),
    meter: new RequestMeter(
      options.metrics,
      routes.map(({ path }) => path),
    ),
  });
  koa.use(new UnreadResponses(options.clients, options.log).watch());
  koa.use(compressAnswers());
  koa.use(shareWithOrigins(options.origins));
  koa.use(setPolicies(options.isSecure));
  koa.use(pages({ ...options.pages, hasSession: (request) => options.cookie.sessionOf(request) !== undefined }));
  koa.use(receiveOpenly(options.open, options.clients));
  koa.use(sendGraphQLErrors(options.log) as Middleware);
  koa.use(refuseLostUpgrades);
  koa.use(openAccount(options.rates) as Middleware);
  koa.use(auditUnauthenticated(options) as Middleware);
  koa.use(authenticate(options) as Middleware);
  koa.use(admitRequests(options) as Middleware);
  koa.use(oneAtATime());
  koa.use(graphql(options) as Middleware);
  koa.use(restRoutes(routes, options).answer());
  return serverOf(koa);
}

/**
 * Rejects requests without the API key and requests of other origins. Health checks need neither check. Nor does a signed
 * link: it holds its own right, which any page may have been given.
 */
function authenticate(options: HttpOptions) {
  const { guard, gate, cookie, clients, origins, routes } = options;
  const open = new Set(routes.filter(({ isPublic }) => isPublic === true).map((route) => route.path));
  const authenticateLink = linkReader(options);
  const authenticateCaller = async (context: RequestContext, next: () => Promise<void>): Promise<void> => {
    const {
      account,
      client: { ip },
    } = context.state;
    // While authentication is off, all clients are on this machine.
    const isCharged = !guard.isOpen;
    if (isCharged) await account.addAddress(ip, 1);
    if (isCharged && isSigned(context) && (await authenticateLink(context, ip))) return next();
    if (!origins.admits(context.req, guard.isOpen, !isGraphQLPath(context.path))) throw otherOrigin();
    const credential = cookie.credentialOf(context.req);
    const actor = await gate.authenticate(credential, ip);
    if (isCharged) await account.addKey(actor.key, 1);
    requireCsrfToken(context, actor);
    context.state.actor = actor;
    context.state.credential = credential;
    return next();
  };
  return (context: RequestContext, next: () => Promise<void>): Promise<void> => {
    context.state.client = clients.of(context.req);
    if (!open.has(context.path)) return authenticateCaller(context, next);
    context.state.actor = publicActor;
    return next();
  };
}

/** Authenticates the caller of a signed link to a file or to a stream. @returns whether the path is one of those */
function linkReader({ gate, routes, links, streamLinks, policy }: HttpOptions) {
  const files = routes.filter(({ operationId }) => policy.takesSignature(operationId)).map(pathPattern);
  const streams = routes.filter(isStream).map(pathPattern);
  return async ({ path, querystring, url, state }: RequestContext, address: string | null): Promise<boolean> => {
    const search = new URLSearchParams(querystring);
    if (files.some((pattern) => pattern.test(path))) {
      state.actor = links.actorOf(path, search);
      return true;
    }
    if (!streams.some((pattern) => pattern.test(path))) return false;
    const actor = await gate.counted(address, () => streamLinks.actorOf(path, search));
    await state.account.addKey(actor.key, 1);
    Object.assign(state, { actor, credential: url, lookAgain: () => streamLinks.holder(path, search) });
    return true;
  };
}

/** Records refusals of callers before it is known who they are. */
function auditUnauthenticated({ audit, clients }: HttpOptions) {
  return async (context: RequestContext, next: () => Promise<void>): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const { requestId, actor } = context.state as Partial<RequestContext['state']> & { requestId: string };
      if (actor === undefined) audit.unauthenticated(error, { address: clients.of(context.req).ip, requestId });
      throw error;
    }
  };
}

/** Whether a request may be one by a signed link. A key counts before it. */
function isSigned({ method, headers, query }: Context): boolean {
  return ['GET', 'HEAD'].includes(method) && headers.authorization === undefined && query['signature'] !== undefined;
}

/** GraphQL clients read a refusal as they read a result, and take no problem document for one. */
function sendGraphQLErrors(log: Logger) {
  const sendErrors = async (context: RequestContext, next: () => Promise<void>): Promise<void> => {
    context.state.route = otherRoutes.graphql;
    try {
      await next();
    } catch (thrown) {
      const error = toAppError(thrown);
      setErrorHeaders(context, error);
      context.body = { errors: [formatError(asGraphQLError(error), context.state.requestId, log)] };
      context.type = mediaTypeFor(context);
    }
  };
  return (context: RequestContext, next: () => Promise<void>): Promise<void> =>
    isGraphQLPath(context.path) ? sendErrors(context, next) : next();
}

function graphql({ newContext, ...options }: HttpOptions) {
  return (context: RequestContext, next: () => Promise<void>): Promise<void> => {
    if (!isGraphQLPath(context.path)) return next();
    const { actor, requestId, account, client } = context.state;
    return serveGraphQL(options, context, newContext(actor, { client, requestId, key: actor.key, account }));
  };
}
