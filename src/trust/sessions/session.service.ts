import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type Actor, bindingOf, csrfTokenOf, newSessionToken, type SessionCookie } from '../../kit/rights/index.ts';
import { inTransaction, type RequestScope } from '../../kit/data/index.ts';
import { AppError } from '../../kit/core/index.ts';

/** The longest life of a session, in milliseconds. */
const longestMs = 12 * 60 * 60 * 1_000;

/** A session that begins: its holder, and the cookie that carries it. */
export interface NewSession {
  readonly actor: Actor;
  readonly cookie: string;
}

/** Begins and ends the sessions of browsers. */
export class SessionService {
  constructor(
    /** Also reports which credential a request carries. */
    readonly cookie: SessionCookie,
    /** Called after the commit of each end. */
    private readonly onEnd: () => void,
  ) {}

  /**
   * Turns the credential of a request into a session, which ends with it, or after 12 hours.
   *
   * @throws AppError `CONFLICT` where there is no credential to turn
   */
  async create(scope: RequestScope): Promise<NewSession> {
    const { actor } = scope;
    const proof = requireProof(actor);
    const { token, digest } = newSessionToken();
    const now = scope.now();
    const until = new Date(Math.min(now.getTime() + longestMs, actor.until?.getTime() ?? Infinity));
    const id = uuidv7();
    await inTransaction(scope, async ({ em, touched }) => {
      touched.note({ objectType: 'session', objectId: id, change: 'created' });
      const database = em.getKysely<unknown>();
      await sql`delete from session where id in (select id from session where expires_at <= ${now.toISOString()}
        order by expires_at limit 100 for update skip locked)`.execute(database);
      await sql`insert into session (id, digest, kind, holder, binding, scopes, deck_ids, created_at, expires_at)
        values (${id}, ${digest}, ${actor.kind}, ${actor.key}, ${bindingOf(token, proof)},
          ${JSON.stringify([...actor.scopes])}::jsonb, ${actor.decks && JSON.stringify(actor.decks)}::jsonb,
          ${now.toISOString()}, ${until.toISOString()})`.execute(database);
    });
    return {
      actor: { ...actor, until, session: { id, csrfToken: csrfTokenOf(token) } },
      cookie: this.cookie.written(token, Math.floor((until.getTime() - now.getTime()) / 1_000)),
    };
  }

  /** Ends the session of a request; without one it does nothing. @returns what takes the cookie away */
  async end(scope: RequestScope): Promise<string> {
    const { session } = scope.actor;
    if (session === undefined) return this.cookie.cleared;
    await inTransaction(scope, async ({ em, now, afterCommit, touched }) => {
      touched.note({ objectType: 'session', objectId: session.id, change: 'changed', fields: ['revokedAt'] });
      const database = em.getKysely<unknown>();
      await sql`update session set revoked_at = ${now().toISOString()}
        where id = ${session.id} and revoked_at is null`.execute(database);
      await sql`update access_revision set ended_sessions = ended_sessions + 1`.execute(database);
      afterCommit(this.onEnd);
    });
    return this.cookie.cleared;
  }
}

function requireProof({ session, proof }: Actor): string {
  if (session !== undefined) {
    throw new AppError(
      'key_or_token_required',
      'The request came by a session already: send a key or token to begin another one.',
    );
  }
  if (proof !== undefined) return proof;
  throw new AppError(
    'authentication_off',
    'This server has authentication off, so no session is needed: create a key first.',
  );
}
