import { sql } from 'kysely';
import type { TestApp } from '../helpers/test-app.ts';
import { knownScopes } from '../../src/modules/keys/scopes.ts';
import type { CallerKind } from './operations.expected.ts';

interface Issued {
  readonly apiKey: { readonly id: string };
  readonly value: string;
}

const guarded = ['secrets:read', 'audit:read'];
const scopesOf = {
  expired: ['admin'],
  revoked: ['admin'],
  read: knownScopes.filter((scope) => scope.endsWith(':read') && !guarded.includes(scope)),
  write: [...knownScopes.filter((scope) => scope.endsWith(':write')), 'events:publish'],
  admin: ['admin'],
};

/** The credentials of the kinds of callers in the table: keys that the server has made, but for two. */
export class Callers {
  readonly #authorizations = new Map<CallerKind, string | undefined>();

  constructor(private readonly app: TestApp) {}

  async open(): Promise<void> {
    const { rest, database } = this.app;
    const made = new Map<CallerKind, Issued>();
    for (const [kind, scopes] of Object.entries(scopesOf)) {
      made.set(kind as CallerKind, (await rest.post<Issued>('/api/keys', { name: kind, scopes })).body);
    }
    const idOf = (kind: CallerKind): string => made.get(kind)?.apiKey.id ?? '';
    await rest.delete(`/api/keys/${idOf('revoked')}`);
    await sql`update api_key set expires_at = now() - interval '1 second' where id = ${idOf('expired')}`.execute(
      database.connection.kysely,
    );
    this.#authorizations.set('none', undefined);
    this.#authorizations.set(
      'wrong',
      `Bearer ${made.get('admin')?.value.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`,
    );
    for (const [kind, { value }] of made) this.#authorizations.set(kind, `Bearer ${value}`);
  }

  get kinds(): CallerKind[] {
    return [...this.#authorizations.keys()];
  }

  authorizationOf(kind: CallerKind): string | undefined {
    return this.#authorizations.get(kind);
  }
}
