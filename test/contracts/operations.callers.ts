import { eventually } from '../helpers/eventually.ts';
import type { TestApp } from '../helpers/test-app.ts';
import type { CallerKind } from './operations.expected.ts';

const reading = ['decks:read', 'presentations:read', 'contracts:read', 'notifications:read', 'events:read'];
const writing = ['decks:write', 'presentations:write', 'contracts:write', 'notifications:write', 'events:publish'];
/** Every scope but `admin`, as the documents name them. */
const ordinary = [...reading, ...writing, 'secrets:read', 'audit:read'];

interface Issued {
  readonly apiKey: { readonly id: string };
  readonly value: string;
}

/** Makes the keys of the callers, and tells what each caller sends. */
export class Callers {
  readonly #authorizations = new Map<CallerKind, string | undefined>();
  readonly #byScopes = new Map<string, string>();

  constructor(private readonly app: TestApp) {}

  /**
   * @param elsewhere a deck that no request of the table has to do with
   * @param presentationId what the homeowner's link leads to
   */
  async open(elsewhere: string, presentationId: string): Promise<void> {
    const expired = await this.#issue(['admin'], { expiresAt: new Date(Date.now() + 1_500).toISOString() });
    const revoked = await this.#issue(['admin']);
    await this.app.rest.delete(`/api/keys/${revoked.apiKey.id}`);
    const bearer = ({ value }: Issued): string => `Bearer ${value}`;
    const admin = await this.holding(['admin']);
    const values: Record<CallerKind, string | undefined> = {
      none: undefined,
      // The known name of a key with another secret.
      wrong: admin.slice(0, -43) + Array.from(admin.slice(-43)).toReversed().join(''),
      expired: bearer(expired),
      revoked: bearer(revoked),
      read: await this.holding(reading),
      write: await this.holding(writing),
      elsewhere: bearer(await this.#issue(ordinary, { decks: [elsewhere] })),
      admin,
      link: await this.#linkTo(presentationId),
    };
    for (const [kind, value] of Object.entries(values)) this.#authorizations.set(kind as CallerKind, value);
    for (const kind of ['expired', 'revoked'] as const) await this.#isRefused(kind);
  }

  get kinds(): CallerKind[] {
    return [...this.#authorizations.keys()];
  }

  authorizationOf(kind: CallerKind): string | undefined {
    return this.#authorizations.get(kind);
  }

  /** A key that holds exactly these scopes. */
  async holding(scopes: readonly string[]): Promise<string> {
    const name = scopes.toSorted((a, b) => a.localeCompare(b)).join();
    const known = this.#byScopes.get(name) ?? (await this.#issue(scopes)).value;
    this.#byScopes.set(name, known);
    return `Bearer ${known}`;
  }

  /** A key that holds every scope but `admin` and this one, and no scope that contains it. */
  lacking(scope: string): Promise<string> {
    const containing = scope.replace(/:read$/, ':write');
    return this.holding(ordinary.filter((one) => one !== scope && one !== containing));
  }

  async #issue(scopes: readonly string[], more: object = {}): Promise<Issued> {
    const { status, body } = await this.app.rest.post<Issued>('/api/keys', { name: 'Of the table', scopes, ...more });
    if (status !== 201) throw new Error(`POST /api/keys answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  async #linkTo(presentationId: string): Promise<string> {
    const input = { name: 'Of the table', scope: 'view+sign' };
    const made = await this.app.rest.post<{ token: string }>(`/api/presentations/${presentationId}/links`, input);
    return `Link ${made.body.token}`;
  }

  async #isRefused(kind: CallerKind): Promise<void> {
    const headers = { authorization: this.authorizationOf(kind) ?? '' };
    await eventually(async () => (await this.app.rest.get('/api/events/latest-cursor', headers)).status === 401, {
      what: `the end of the ${kind} key`,
    });
  }
}
