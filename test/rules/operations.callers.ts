import type { Issuer } from '../helpers/issuer.ts';
import type { TestApp } from '../helpers/test-app.ts';
import { expire, issue, type Issued } from '../trust/keys/issued.ts';
import type { Authorization } from './operations.apis.ts';
import type { CallerKind } from './operations.expected.ts';

const reading = ['decks:read', 'presentations:read', 'contracts:read', 'notifications:read', 'events:read'];
const writing = ['decks:write', 'presentations:write', 'contracts:write', 'notifications:write', 'events:publish'];
/** Every scope but `admin`, as the documents name them. */
const ordinary = [...reading, ...writing, 'secrets:read', 'audit:read'];

/** Makes the keys of the callers, and tells what each caller sends. */
export class Callers {
  readonly #authorizations = new Map<CallerKind, Authorization>();
  readonly #byScopes = new Map<string, string>();

  constructor(
    private readonly app: TestApp,
    private readonly issuer: Issuer,
  ) {}

  /**
   * @param elsewhere a deck that no request of the table has to do with
   * @param presentationId what the homeowner's link leads to
   */
  async open(elsewhere: string, presentationId: string): Promise<void> {
    const expired = await issue(this.app);
    await expire(this.app, expired);
    const revoked = await issue(this.app);
    await this.app.rest.delete(`/api/keys/${revoked.apiKey.id}`);
    const bearer = ({ token }: Issued): string => `Bearer ${token}`;
    const admin = await this.holding(['admin']);
    const values: Record<Exclude<CallerKind, 'session'>, Authorization> = {
      none: undefined,
      // The known name of a key with another secret.
      wrong: admin.slice(0, -43) + Array.from(admin.slice(-43)).toReversed().join(''),
      expired: bearer(expired),
      revoked: bearer(revoked),
      read: await this.holding(reading),
      write: await this.holding(writing),
      elsewhere: bearer(await issue(this.app, { scopes: ordinary, deckIds: [elsewhere] })),
      admin,
      link: await this.#linkTo(presentationId),
      token: `Bearer ${await this.issuer.sign({ scope: reading.join(' ') })}`,
    };
    for (const [kind, value] of Object.entries(values)) this.#authorizations.set(kind as CallerKind, value);
    await this.signIn();
  }

  /** Begins a session by the key that writes. */
  async signIn(): Promise<void> {
    const madeBy = await this.holding(writing);
    const { body, headers } = await this.app.rest.post<{ session: { csrfToken: string } }>('/api/session', undefined, {
      authorization: madeBy,
    });
    const [cookie = ''] = headers.getSetCookie().map((set) => set.split(';', 1)[0] ?? '');
    this.#authorizations.set('session', { cookie, csrfToken: body.session.csrfToken, madeBy });
  }

  get kinds(): CallerKind[] {
    return [...this.#authorizations.keys()];
  }

  authorizationOf(kind: CallerKind): Authorization {
    return this.#authorizations.get(kind);
  }

  /** A key that holds exactly these scopes. */
  async holding(scopes: readonly string[]): Promise<string> {
    const name = scopes.toSorted((a, b) => a.localeCompare(b)).join();
    const known = this.#byScopes.get(name) ?? (await issue(this.app, { scopes })).token;
    this.#byScopes.set(name, known);
    return `Bearer ${known}`;
  }

  /** A key that holds every scope but `admin` and this one, and no scope that contains it. */
  lacking(scope: string): Promise<string> {
    const containing = scope.replace(/:read$/, ':write');
    return this.holding(ordinary.filter((one) => one !== scope && one !== containing));
  }

  async #linkTo(presentationId: string): Promise<string> {
    const input = { name: 'Of the table', scope: 'view_and_sign' };
    const made = await this.app.rest.post<{ token: string }>(`/api/presentations/${presentationId}/links`, input);
    return `Link ${made.body.token}`;
  }
}
