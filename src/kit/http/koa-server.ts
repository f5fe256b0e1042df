import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import Koa, { type Context, type Middleware } from 'koa';
import type { Logger } from 'pino';
import { type Account, logFailure, toAppError } from '../data/index.ts';
import {
  type AppError,
  invalidField,
  NotReadyError,
  type Problem,
  retryAfter,
  toProblem,
  type Tracing,
} from '../core/index.ts';
import { acceptedTypes } from '../input/index.ts';
import { type Actor, type Client, hasOneHost } from '../rights/index.ts';
import { wantsPage } from './pages/refusal-page.ts';
import type { RequestMeter } from './request-meter.ts';
import { traceRequests } from './trace-requests.ts';

/** The state of a request that middleware shares. */
interface RequestState {
  requestId: string;
  /** What it is counted under: the declared path of its route, once that is known. */
  route?: string;
  /** Where it came from. Known before its actor. */
  client: Client;
  actor: Actor;
  /** What the actor was authenticated by. */
  credential: string | undefined;
  /** What the credential gives now, where the authenticator does not know it: see `LiveRights.hold`. */
  lookAgain?: () => Promise<Actor>;
  account: Account;
}

/** The context of a request after it has its id. */
export type RequestContext = Context & { state: RequestState };

/** Shows a problem to a browser as a page. */
type ShowPage = (context: Context, problem: Problem) => Promise<void>;

/** What a Koa does beyond that. */
interface KoaOptions {
  /** Raised when the process stops; each response then ends its connection. */
  readonly stopping?: AbortSignal;
  /** What browsers that request a page get in place of problem details. */
  readonly showPage?: ShowPage;
  /** Counts the requests. */
  readonly meter?: RequestMeter;
  /** Traces them. */
  readonly tracing?: Tracing | null;
}

/** A Koa that gives each request an id, logs it, and turns errors into problem details. */
export function createKoa(log: Logger, { stopping, showPage, meter, tracing = null }: KoaOptions = {}): Koa {
  const koa = new Koa();
  koa.on('error', (error: Error) => log.debug({ error: error.message }, 'connection error'));
  if (stopping !== undefined) koa.use(endConnections(stopping));
  if (tracing !== null) koa.use(traceRequests(tracing));
  koa.use(identifyAndLog(log, meter));
  koa.use(sendProblems(log, showPage) as Middleware);
  koa.use(requireTarget);
  koa.use(requireOneHost);
  return koa;
}

/** The server of a Koa. Middleware that is added later is never called. */
export function serverOf(koa: Koa): Server {
  return createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
    koa.callback(),
  );
}

/** Ends each connection with its response once the server stops: a client that is busy would keep it up. */
function endConnections(stopping: AbortSignal): Middleware {
  return async (context, next) => {
    await next();
    if (stopping.aborted) context.set('Connection', 'close');
  };
}

function identifyAndLog(log: Logger, meter?: RequestMeter): Middleware {
  return async (context, next) => {
    const given = context.get('X-Request-Id');
    const requestId = /^[\w.-]{1,100}$/.test(given) ? given : randomUUID();
    context.state['requestId'] = requestId;
    // Koa would make five arrays for each header.
    const { res } = context;
    res.setHeader('X-Request-Id', requestId);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    // Answers hold homeowners' data: unless a route declares otherwise, nobody stores them.
    res.setHeader('Cache-Control', 'no-store');
    const started = performance.now();
    await next();
    // The path without its query, and nothing of any body: no homeowner's data reaches the log.
    const { method, status } = context;
    const took = performance.now() - started;
    const { actor, route } = context.state as Partial<RequestState>;
    meter?.note({ method, route, status }, took / 1_000);
    if (!log.isLevelEnabled('info')) return;
    // The name of the credential, never its value.
    const key = actor?.key ?? undefined;
    log.info({ requestId, method, path: loggedPath(context.path), status, ms: Math.round(took), key }, 'request');
  };
}

function sendProblems(log: Logger, showPage?: ShowPage) {
  return async (context: RequestContext, next: () => Promise<void>): Promise<void> => {
    try {
      await next();
    } catch (thrown) {
      const error = toAppError(thrown);
      const { requestId } = context.state;
      if (error.status >= 500 && !(error instanceof NotReadyError))
        logFailure(log, error, { requestId }, 'a request failed');
      setErrorHeaders(context, error);
      const problem = toProblem(error, requestId, context.path);
      if (showPage !== undefined && wantsPage(context) && (await isShown(showPage(context, problem)))) return;
      context.body = problem;
      context.type = 'application/problem+json';
    }
  };
}

/** A server without built pages answers as it does programs. */
function isShown(showing: Promise<void>): Promise<boolean> {
  return showing.then(
    () => true,
    () => false,
  );
}

/** Sets the status of an error and the headers that go with it, whichever form its body has. */
export function setErrorHeaders(context: Context, { code, status, members }: AppError): void {
  if (code === 'UNAUTHENTICATED') context.set('WWW-Authenticate', 'Bearer');
  const wait = members.retryAfterSeconds ?? retryAfter[code];
  if (wait !== undefined) context.set('Retry-After', String(wait));
  if (code === 'PAYLOAD_TOO_LARGE') context.set('Connection', 'close');
  if (code === 'UNSUPPORTED_MEDIA_TYPE') setAccepted(context);
  if (code === 'UPGRADE_REQUIRED') context.set({ Upgrade: 'websocket', Connection: 'Upgrade' });
  context.status = status;
}

/** Declares which bodies the method takes, where its route does not take others (RFC 9110, 12.5.1; RFC 5789, 3.1). */
function setAccepted(context: Context): void {
  const accepted = context.response.get('Accept') || acceptedTypes(context.method).join(', ');
  context.set('Accept', accepted);
  if (context.method === 'PATCH') context.set('Accept-Patch', accepted);
}

/** The paths of the page of a link and of a playground receiver hold a token, which no log may have. */
function loggedPath(path: string): string {
  return path.replace(/^\/(p|play)\/.*/s, '/$1/…').slice(0, 200);
}

/** What follows on the connection of such a request may be meant for somebody else: it ends. */
const requireOneHost: Middleware = (context, next) => {
  if (!hasOneHost(context.req)) {
    context.set('Connection', 'close');
    throw invalidField('/Host', 'format', 'A request must have one Host line.');
  }
  return next();
};

/** Rejects request targets that HTTP allows and Koa cannot parse: each read of the path would throw. */
const requireTarget: Middleware = (context, next) => {
  try {
    void context.path;
  } catch {
    context.url = '/';
    throw invalidField('', 'format', 'The request target is not a URL.');
  }
  return next();
};
