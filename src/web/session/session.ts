import type { Schemas } from '../story/answers.ts';

/** The identity of the page: no sign-in is needed, nobody has signed in, or the holder of a key or token has. */
export type Visitor =
  | { readonly is: 'free'; readonly scopes: Scopes }
  | { readonly is: 'unknown' }
  | { readonly is: 'known'; readonly scopes: Scopes; readonly holder: string; readonly csrfToken: string };

type Scopes = Schemas['Session']['scopes'];

interface Answer {
  readonly session?: Schemas['Session'];
  /** Of a refusal. */
  readonly detail?: string;
}

const path = '/api/session';

/**
 * The session of this browser. The server turns a key into a cookie that no script reads, and returns the token
 * that requests of the page send beside it; the page keeps no key.
 */
export class Session {
  #visitor: Visitor = { is: 'free', scopes: [] };
  readonly #listeners = new Set<() => void>();

  /** For `useSyncExternalStore`, as `subscribe`. */
  readonly visitor = (): Visitor => this.#visitor;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What requests of the page send beside the cookie; undefined without a session. */
  get csrfToken(): string | undefined {
    return this.#visitor.is === 'known' ? this.#visitor.csrfToken : undefined;
  }

  /** What requests of the page send beside the cookie, as headers. */
  get headers(): Readonly<Record<string, string>> {
    return csrfHeaders(this.#visitor);
  }

  /** Reads the identity of this browser from the server. Without an answer everything stays as it is. */
  async look(): Promise<void> {
    const [status, answer] = await ask('GET', {});
    if (status === 401) this.#become({ is: 'unknown' });
    else if (answer.session !== undefined) this.#become(visitorOf(answer.session));
  }

  /** @returns why it was refused; null once signed in */
  async signIn(key: string): Promise<string | null> {
    const [status, answer] = await ask('POST', { authorization: `Bearer ${key}` });
    if (status === 401) return 'The server knows no such key or token.';
    if (answer.session === undefined) return answer.detail ?? `The server answered ${status || 'nothing'}.`;
    this.#become(visitorOf(answer.session));
    return null;
  }

  async signOut(): Promise<void> {
    await ask('DELETE', this.headers);
    await this.look();
  }

  #become(visitor: Visitor): void {
    if (JSON.stringify(visitor) === JSON.stringify(this.#visitor)) return;
    this.#visitor = visitor;
    for (const listener of this.#listeners) listener();
  }
}

/** What requests of a visitor send beside the cookie, as headers: none without a session. */
export function csrfHeaders(visitor: Visitor): Readonly<Record<string, string>> {
  return visitor.is === 'known' ? { 'x-csrf-token': visitor.csrfToken } : {};
}

function visitorOf({ kind, holder, scopes, csrfToken }: Schemas['Session']): Visitor {
  if (csrfToken === null) return { is: 'free', scopes };
  return { is: 'known', scopes, holder: kind === 'environment' ? 'API_KEY' : `${kind} ${holder ?? ''}`, csrfToken };
}

/** @returns status 0 where no answer came */
async function ask(
  method: string,
  headers: Readonly<Record<string, string>>,
): Promise<[status: number, answer: Answer]> {
  try {
    const response = await fetch(path, { method, headers });
    const text = await response.text();
    return [response.status, text === '' ? {} : (JSON.parse(text) as Answer)];
  } catch {
    return [0, {}];
  }
}
