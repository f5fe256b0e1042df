import type { IncomingMessage } from 'node:http';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import { isGraphQLPath } from '../../graphql/index.ts';
import {
  consolePolicy,
  graphiqlPolicy,
  homePolicy,
  imagePolicy,
  type PagePolicy,
  playerPolicy,
  workerPolicy,
} from './page-policies.ts';
import { otherRoutes } from '../request-meter.ts';
import { wantsPage } from './refusal-page.ts';
import { requireFile, sendPage } from './send-page.ts';

/** Stands in the page of homeowners for `yes` or `no`: whether the browser shows a session. */
const sessionPlace = 'SESSION_OF_THE_BROWSER';

/** Stands in the start page for `yes` or `no`: whether there is GraphiQL. */
const graphiqlPlace = 'GRAPHIQL_OF_THE_SERVER';

/** The script that gives pages of others the element `deckcast-player`. */
const embedScript = '/embed/player.js';

/** The worker that lets pages of links open without a network. */
const offlineWorker = '/offline/worker.js';

/** The page that describes the REST API. */
const reference = '/api/docs';

/** What browsers request beside answers that name no icon. */
const icon = '/favicon.ico';

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

/** Whether a path is one of the console: its script decides which screen that is. */
const isConsole = (path: string): boolean => path === '/app' || path.startsWith('/app/');

const yesOrNo = (is: boolean): 'yes' | 'no' => (is ? 'yes' : 'no');

/**
 * The start page, the console below /app, the reference of the REST API, GraphiQL for browsers at the GraphQL path, the page
 * of homeowners at the path of every link, the pictures of the starters, and the hashed files that the pages are made of. The
 * pages read what they show through the API.
 */
export function pages(settings: PageSettings): Middleware {
  return (context, next) => {
    const isRead = context.method === 'GET' || context.method === 'HEAD';
    const answer = isRead ? pageAt(context, settings) : null;
    if (answer === null) return next();
    context.state['route'] = otherRoutes.pages;
    return answer();
  };
}

/** @returns what answers with the page or the file of a path; null for none */
function pageAt(
  context: Context,
  { folder, hasGraphiql, embedOriginsOf, hasSession }: PageSettings,
): (() => Promise<void>) | null {
  const { path } = context;
  if (path.startsWith('/api/') && path !== reference) return null;
  const texts = { [graphiqlPlace]: yesOrNo(hasGraphiql) };
  const page = (name: string, policy: PagePolicy) => () =>
    sendPage(context, folder, { file: `${name}/index.html`, policy, texts });
  if (/^\/p\/[^/]+$/.test(path)) {
    return async () => {
      const framedBy = isFramed(context.req) ? await embedOriginsOf(context.req, path.slice('/p/'.length)) : [];
      const shown = { [sessionPlace]: yesOrNo(hasSession(context.req)) };
      await sendPage(context, folder, { file: 'player/index.html', policy: playerPolicy, framedBy, texts: shown });
    };
  }
  if (path === '/' && wantsPage(context)) return page('home', homePolicy);
  if (isConsole(path) && wantsPage(context)) return page('console', consolePolicy);
  if (hasGraphiql && isGraphQLPath(path) && wantsPage(context)) return page('graphiql', graphiqlPolicy);
  if (path === '/api' && wantsPage(context)) return async () => context.redirect(reference);
  if (path === reference) return page('reference', homePolicy);
  return fileAt(context, folder);
}

/** @returns what answers with the file of a path; null for none */
function fileAt(context: Context, folder: string): (() => Promise<void>) | null {
  const { path } = context;
  if (path === embedScript) {
    return async () => {
      // Pages of all origins may run it: the policy of the embedded page says which of them may embed that.
      context.set('Access-Control-Allow-Origin', '*');
      await sendFile(context, folder, { maxage: 3_600_000 });
    };
  }
  if (path === offlineWorker) {
    return async () => {
      context.set({ 'Content-Security-Policy': workerPolicy, 'Service-Worker-Allowed': '/p/' });
      await sendFile(context, folder, {});
      context.set('Cache-Control', 'no-cache');
    };
  }
  if (path === icon) {
    return async () => {
      await sendFile(context, folder, { maxage: 86_400_000 });
      context.type = 'image/png';
    };
  }
  if (/^\/demo\/[\w-]+\.svg$/.test(path)) {
    return async () => {
      context.set('Content-Security-Policy', imagePolicy);
      await sendFile(context, folder, { maxage: 86_400_000 });
    };
  }
  if (!/^\/assets\/[\w.-]+$/.test(path)) return null;
  return async () => {
    // The build has compressed the files.
    context.vary('Accept-Encoding');
    await sendFile(context, folder, { maxage: 31_536_000_000, immutable: true });
  };
}

/** @throws AppError `NOT_FOUND` when it is not built */
async function sendFile(
  context: Context,
  root: string,
  caching: { readonly maxage?: number; readonly immutable?: boolean },
): Promise<void> {
  await requireFile(root, context.path);
  // Without it, `send` would keep what answers have.
  context.remove('Cache-Control');
  await send(context, context.path, { root, ...caching });
}
