import { type Actor, rightsOf } from './actor.ts';
import { digestOf, sameDigest } from './key-token.ts';
import { bindingOf, csrfTokenOf } from './session-token.ts';
import { endOf, type KeyRing, type StoredKey } from './key-ring.ts';

const mostHeld = 10_000;

/** By which kinds of credential a session is made. */
export type SessionKind = Extract<Actor['kind'], 'environment' | 'key' | 'token'>;

export interface StoredSession {
  readonly id: string;
  readonly kind: SessionKind;
  /** The holder of the credential: see `Actor.key`. */
  readonly holder: string;
  /** See `bindingOf`. */
  readonly binding: string;
  /** The rights of the credential when the session was made. */
  readonly scopes: readonly string[];
  readonly deckIds: readonly string[] | null;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  /** The key as it is now; null for other kinds. */
  readonly apiKey: StoredKey | null;
}

interface SessionSources {
  /** Reads a session by the digest of its value, with its key. */
  find(digest: string): Promise<StoredSession | null>;
  readonly keys: Pick<KeyRing, 'revision' | 'used'>;
  /** What the configured credentials are now: a session by a former one has ended. Null where there is none. */
  readonly proofs: Readonly<Record<'environment' | 'token', string | null>>;
}

/**
 * The sessions of browsers that are in use, held in memory until a key or session changes. A session ends with the
 * credential that it was made by: when that expires, is revoked or replaced, or has other rights.
 */
export class SessionRing {
  /** Replaced as a whole, so that a read that began before a change puts its row into a map that is no longer read. */
  #held = new Map<string, Promise<StoredSession | null>>();
  #revision = -1;

  constructor(private readonly sources: SessionSources) {}

  /** The holder of a session's credential; null for a session that is unknown or has ended. */
  async actorOf(token: string): Promise<Actor | null> {
    const session = await this.#find(digestOf(token));
    const now = new Date();
    const until = session === null ? undefined : this.#endOf(session, token, now);
    if (session === null || until === undefined) return null;
    const { id, kind, holder, scopes, deckIds: decks } = session;
    if (kind === 'key') this.sources.keys.used(holder, now);
    return {
      kind,
      key: holder,
      scopes: new Set(scopes),
      until,
      decks,
      session: { id, csrfToken: csrfTokenOf(token) },
    };
  }

  /** When a session ends; undefined when it has ended. */
  #endOf(session: StoredSession, token: string, now: Date): Date | undefined {
    const { kind, binding, expiresAt, revokedAt } = session;
    if (revokedAt !== null || expiresAt <= now) return undefined;
    const isBoundTo = (proof: string): boolean => sameDigest(bindingOf(token, proof), binding);
    if (kind !== 'key') {
      const proof = this.sources.proofs[kind];
      return proof !== null && isBoundTo(proof) ? expiresAt : undefined;
    }
    const { apiKey } = session;
    const end = endOf(apiKey, isBoundTo, now);
    if (apiKey === null || end === undefined || hasChanged(session, apiKey)) return undefined;
    return end !== null && end < expiresAt ? end : expiresAt;
  }

  /** Values that nobody has are not held: a guess must not fill the memory. */
  async #find(digest: string): Promise<StoredSession | null> {
    const revision = await this.sources.keys.revision();
    if (revision !== this.#revision || this.#held.size >= mostHeld) this.#held = new Map();
    this.#revision = revision;
    const held = this.#held;
    const finding = held.get(digest) ?? this.sources.find(digest);
    held.set(digest, finding);
    try {
      const session = await finding;
      if (session === null) held.delete(digest);
      return session;
    } catch (error) {
      held.delete(digest);
      throw error;
    }
  }
}

function hasChanged(made: StoredSession, apiKey: StoredKey): boolean {
  const rights = ({ scopes, deckIds: decks }: Pick<StoredKey, 'scopes' | 'deckIds'>): string =>
    rightsOf({ kind: 'key', key: null, scopes: new Set(scopes), until: null, decks });
  return rights(made) !== rights(apiKey);
}
