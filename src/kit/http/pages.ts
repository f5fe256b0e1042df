import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import { isGraphQLPath } from '../graphql/index.ts';
import { AppError } from '../core/index.ts';

/** Stands in built pages for the nonce of one answer: `vite.config.ts` puts it there. */
const noncePlace = 'NONCE_OF_THE_ANSWER';

/** Stands in the page of homeowners for `yes` or `no`: whether the browser shows a session. */
const sessionPlace = 'SESSION_OF_THE_BROWSER';

/** The script that gives pages of others the element `deckcast-player`. */
const embedScript = '/embed/player.js';

/** The worker that lets pages of links open without a network. */
const offlineWorker = '/offline/worker.js';

/** The worker loads what pages name: their own files, and images and recordings of other hosts. */
const workerPolicy = "default-src 'none'; connect-src 'self' https:";

/** The policy of one answer with a page, by its nonce and the origins whose pages may embed it. */
type PagePolicy = (nonce: string, framedBy: readonly string[]) => string;

const neverAllowed = ["object-src 'none'", "base-uri 'none'", "form-action 'none'"];
const noFrames = "frame-ancestors 'none'";

/** Scripts come from files alone; the editor makes its style elements with the nonce. */
const graphiqlPolicy: PagePolicy = (nonce) =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self' blob:",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "connect-src 'self' ws: wss:",
    ...neverAllowed,
    noFrames,
  ].join('; ');

/** Runs what the page itself names, and writes no HTML. Authors may name images and recordings of other hosts. */
const playerPolicy: PagePolicy = (nonce, framedBy) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    "connect-src 'self'",
    "worker-src 'self'",
    // The page of a PDF, which it has loaded itself.
    'frame-src blob:',
    "require-trusted-types-for 'script'",
    // It names the worker, and nothing else.
    'trusted-types deckcast-worker',
    ...neverAllowed,
    framedBy.length === 0 ? noFrames : `frame-ancestors ${framedBy.join(' ')}`,
  ].join('; ');

/** Which pages a server has, and where they are. */
export interface PageSettings {
  readonly folder: string;
  /** Whether browsers get GraphiQL at the path of GraphQL. */
  readonly hasGraphiql: boolean;
  /** The origins whose pages may embed the page of a link, by its token. */
  readonly embedOriginsOf: (request: IncomingMessage, token: string) => Promise<readonly string[]>;
  /** Whether a request shows a session. Nobody has looked whether it counts. */
  readonly hasSession: (request: IncomingMessage) => boolean;
}

/** Whether a browser requests a page in order to embed it. Browsers say so of pages over HTTPS, and of this machine. */
function isFramed({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-dest'] === 'iframe';
}

/**
 * GraphiQL for browsers at the GraphQL path, the page of homeowners at the path of every link, and the hashed files that
 * the pages are made of. The page checks its link through the API.
 */
export function pages({ folder, hasGraphiql, embedOriginsOf, hasSession }: PageSettings): Middleware {
  return async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') {
      await next();
    } else if (/^\/p\/[^/]+$/.test(context.path)) {
      const framedBy = isFramed(context.req) ? await embedOriginsOf(context.req, context.path.slice('/p/'.length)) : [];
      const session = hasSession(context.req) ? 'yes' : 'no';
      await sendPage(context, folder, { file: 'player/index.html', policy: playerPolicy, framedBy, session });
    } else if (
      hasGraphiql &&
      isGraphQLPath(context.path) &&
      context.query['query'] === undefined &&
      context.accepts('json', 'html') === 'html'
    ) {
      await sendPage(context, folder, { file: 'graphiql/index.html', policy: graphiqlPolicy });
    } else if (context.path === embedScript) {
      await requireFile(folder, embedScript);
      // Pages of all origins may run it: the policy of the embedded page says which of them may embed that.
      context.set('Access-Control-Allow-Origin', '*');
      context.remove('Cache-Control');
      await send(context, embedScript, { root: folder, maxage: 3_600_000 });
    } else if (context.path === offlineWorker) {
      await requireFile(folder, offlineWorker);
      context.set({
        'Content-Security-Policy': workerPolicy,
        'Service-Worker-Allowed': '/p/',
        'Cache-Control': 'no-cache',
      });
      await send(context, offlineWorker, { root: folder });
    } else if (/^\/assets\/[\w.-]+$/.test(context.path)) {
      await requireFile(folder, context.path);
      // Without it, `send` would keep what answers have.
      context.remove('Cache-Control');
      // The build has compressed the files.
      context.vary('Accept-Encoding');
      await send(context, context.path, { root: folder, maxage: 31_536_000_000, immutable: true });
    } else {
      await next();
    }
  };
}

interface SentPage {
  readonly file: string;
  readonly policy: PagePolicy;
  /** None by default. */
  readonly framedBy?: readonly string[];
  readonly session?: 'yes' | 'no';
}

/** A page is stored nowhere: its nonce counts for one answer. */
async function sendPage(context: Context, folder: string, page: SentPage): Promise<void> {
  const { file, policy, framedBy = [], session = 'no' } = page;
  await requireFile(folder, file);
  const nonce = randomBytes(18).toString('base64url');
  context.set('Content-Security-Policy', policy(nonce, framedBy));
  context.type = 'html';
  const text = await readFile(path.join(folder, file), 'utf8');
  context.body = text.replaceAll(noncePlace, nonce).replace(sessionPlace, session);
}

async function requireFile(folder: string, file: string): Promise<void> {
  const exists = await stat(path.join(folder, file)).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!exists) throw new AppError('not_found', `There is no file ${file}; "npm run build:web" builds the pages.`);
}
