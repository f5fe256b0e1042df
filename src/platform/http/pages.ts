import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import { isGraphQLPath } from '../graphql/path.ts';
import { AppError } from '../kernel/errors.ts';

/** Stands in built pages for the nonce of one answer: `vite.config.ts` puts it there. */
const noncePlace = 'NONCE_OF_THE_ANSWER';

/** Scripts come from files alone; the editor makes its style elements with the nonce. */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self' blob:",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "connect-src 'self' ws: wss:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** GraphiQL for browsers at the GraphQL path, and the hashed files that the pages are made of. */
export function pages(folder: string): Middleware {
  return async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') {
      await next();
    } else if (
      isGraphQLPath(context.path) &&
      context.query['query'] === undefined &&
      context.accepts('json', 'html') === 'html'
    ) {
      await sendPage(context, folder, 'graphiql/index.html');
    } else if (/^\/assets\/[\w.-]+$/.test(context.path)) {
      await requireFile(folder, context.path);
      // Without it, `send` would keep what answers have.
      context.remove('Cache-Control');
      await send(context, context.path, { root: folder, maxage: 31_536_000_000, immutable: true });
    } else {
      await next();
    }
  };
}

/** A page is stored nowhere: its nonce counts for one answer. */
async function sendPage(context: Context, folder: string, file: string): Promise<void> {
  await requireFile(folder, file);
  const nonce = randomBytes(18).toString('base64url');
  context.set('Content-Security-Policy', pagePolicy(nonce));
  context.type = 'html';
  context.body = (await readFile(path.join(folder, file), 'utf8')).replaceAll(noncePlace, nonce);
}

async function requireFile(folder: string, file: string): Promise<void> {
  const exists = await stat(path.join(folder, file)).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!exists) throw new AppError('NOT_FOUND', `There is no file ${file}; "npm run build:web" builds the pages.`);
}
