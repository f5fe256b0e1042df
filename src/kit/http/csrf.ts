import type { Context } from 'koa';
import { type Actor, digestOf, sameDigest } from '../rights/index.ts';
import { isGraphQLPath } from '../graphql/index.ts';
import { AppError } from '../core/index.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends the cookie of a session with the requests of every page. What may change something, and every GraphQL
 * request, also needs what only our own pages can read. Players, images and EventSource, which send no headers, only
 * read.
 *
 * @throws AppError `FORBIDDEN`
 */
export function requireCsrfToken(context: Context, { session }: Actor): void {
  if (session === undefined || (safeMethods.has(context.method) && !isGraphQLPath(context.path))) return;
  if (sameDigest(digestOf(context.get('X-CSRF-Token')), digestOf(session.csrfToken))) return;
  throw new AppError(
    'csrf_token_missing',
    'A request by the cookie of a session needs the header X-CSRF-Token: GET /api/session answers with its csrfToken.',
  );
}
