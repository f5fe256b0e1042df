import { type Actor, ActorKind, guestScopes } from '../../kit/rights/index.ts';
import { type Route, route, wrapped } from '../../kit/http/index.ts';
import { list, nullable, oneOf, text, time, view } from '../../kit/data/index.ts';
import { KeyScope } from '../keys/scopes.ts';
import type { SessionService } from './session.service.ts';

interface SessionAnswer {
  readonly kind: Actor['kind'];
  readonly holder: string | null;
  readonly scopes: readonly string[];
  readonly deckIds: readonly string[] | null;
  readonly expiresAt: Date | null;
  readonly csrfToken: string | null;
}

const sessionView = view<SessionAnswer>('Session', {
  kind: oneOf(ActorKind),
  holder: nullable(text),
  scopes: list(oneOf({ ...KeyScope, ...guestScopes })),
  deckIds: nullable(list(text)),
  expiresAt: nullable(time),
  csrfToken: nullable(text),
});

const shared = { tag: 'Sessions', extension: true, path: '/api/session' } as const;

function bodyOf({ kind, key, scopes, decks, until, session }: Actor): Record<string, unknown> {
  const answer = { kind, holder: key, scopes: [...scopes].sort(), deckIds: decks, expiresAt: until };
  return { session: sessionView.write({ ...answer, csrfToken: session?.csrfToken ?? null }) };
}

/** REST routes of the session of a browser. GraphQL has none: its answers set no cookies. */
export function sessionRoutes(sessions: SessionService): Route[] {
  return [
    route({
      ...shared,
      method: 'POST',
      operationId: 'createSession',
      summary: 'Sign a browser in',
      description:
        'Turns the key or token of the Authorization header into a cookie that no script can read. The session ends with its key or token, after 12 hours at most. Requests by the cookie that change something, and all GraphQL requests, send csrfToken as X-CSRF-Token. The cookie is a secret, which is never stored, so it takes no Idempotency-Key.',
      isStored: false,
      responses: { 201: { ...wrapped('session', sessionView, 'The session.'), headers: ['Set-Cookie'] } },
      errors: ['CONFLICT'],
      handle: async ({ scope }) => {
        const { actor, cookie } = await sessions.create(scope);
        return { status: 201, body: bodyOf(actor), headers: { 'Set-Cookie': cookie } };
      },
    }),
    route({
      ...shared,
      method: 'GET',
      operationId: 'getSession',
      summary: 'Read the caller',
      description:
        'The holder, its scopes and decks, and when its right ends: of the session of the request, or of its key or token. Without a session csrfToken is null.',
      responses: { 200: wrapped('session', sessionView, 'The caller.') },
      handle: async ({ scope }) => ({ body: bodyOf(scope.actor) }),
    }),
    route({
      ...shared,
      method: 'DELETE',
      operationId: 'deleteSession',
      summary: 'Sign a browser out',
      description:
        'Ends the session of the request at every process, with its sockets and streams, and takes the cookie away. Without a session it does nothing, so it takes no Idempotency-Key.',
      isStored: false,
      responses: { 204: { description: 'Done. The response has no body.', headers: ['Set-Cookie'] } },
      handle: async ({ scope }) => ({ status: 204, headers: { 'Set-Cookie': await sessions.end(scope) } }),
    }),
  ];
}
