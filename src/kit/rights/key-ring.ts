import { digestOf, lookupOf, sameDigest } from './key-token.ts';
import type { Actor } from './actor.ts';
import type { Keys } from './authenticator.ts';

/** How long the ring trusts what it knows, in milliseconds: a revocation counts at the latest after this time. */
const trustMs = 900;
const mostHeld = 10_000;

/** What is stored of a key. Digests are SHA-256 in hexadecimal digits. */
export interface StoredKey {
  readonly id: string;
  readonly scopes: readonly string[];
  /** See `decks` of `Actor`. */
  readonly deckIds: readonly string[] | null;
  readonly digest: string;
  /** The value before the last rotation, which counts until `previousUntil`. */
  readonly previousDigest: string | null;
  readonly previousUntil: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Two numbers that rise in the transaction of a change. */
export interface AccessRevisions {
  /** With every change of a key; 0 while none was ever made. */
  readonly keys: number;
  /** With every session that is ended before its time. */
  readonly sessions: number;
}

/** Where the keys are stored. */
export interface KeySource {
  /** Read in one statement. */
  revision(): Promise<AccessRevisions>;
  find(lookup: string): Promise<StoredKey | null>;
  /** The look-up ids of all keys that are not revoked. */
  lookups(): Promise<readonly string[]>;
  /** Called at each use. */
  used(keyId: string, at: Date): void;
}

/** No token has this digest: keys that are not found are compared with it, which takes as long. */
const nobody = '0'.repeat(64);

/**
 * The keys that are in use, held in memory. Their revision is read again once a second, by one statement for all, and at
 * once after a wake-up. A key that is not held is always looked up: a new one counts at once.
 */
export class KeyRing implements Keys {
  /** Replaced as a whole, so that a read that began before a change puts its row into a map that is no longer read. */
  #held = new Map<string, Promise<StoredKey | null>>();
  /** Read only when somebody guesses; null until then, and after each change. */
  #lookups: Promise<ReadonlySet<string>> | null = null;
  #revision = 0;
  #wereMade = false;
  #trustedUntil = 0;
  #checking: Promise<void> | null = null;

  private constructor(private readonly source: KeySource) {}

  /** Reads whether there are keys: `wereMade` is right from the start on. */
  static async open(source: KeySource): Promise<KeyRing> {
    const ring = new KeyRing(source);
    await ring.revision();
    return ring;
  }

  get wereMade(): boolean {
    return this.#wereMade;
  }

  async revision(): Promise<number> {
    await this.#keepCurrent();
    return this.#revision;
  }

  /** Trusts nothing that was read before. Bound: wake-ups call it. */
  readonly forget = (): void => {
    this.#trustedUntil = 0;
    this.#checking = null;
    this.#drop();
  };

  async actorOf(token: string): Promise<Actor | null> {
    const lookup = lookupOf(token);
    if (lookup === null) return null;
    const digest = digestOf(token);
    const actor = await this.holderOf(lookup, (stored) => sameDigest(digest, stored));
    return actor && { ...actor, proof: digest };
  }

  /**
   * The holder of the key with a look-up id; null for one that is unknown, expired or revoked.
   *
   * @param isValue whether a digest is that of the value that was shown
   */
  readonly holderOf = async (lookup: string, isValue: (digest: string) => boolean): Promise<Actor | null> => {
    await this.#keepCurrent();
    const key = await this.#find(lookup);
    const now = new Date();
    const until = endOf(key, isValue, now);
    if (key === null || until === undefined) return null;
    this.used(key.id, now);
    return { kind: 'key', key: key.id, scopes: new Set(key.scopes), until, decks: key.deckIds, lookup };
  };

  /** Notes a use, also of a session that was made by a key. */
  used(keyId: string, at: Date): void {
    this.source.used(keyId, at);
  }

  async isKnown(token: string): Promise<boolean> {
    const lookup = lookupOf(token);
    if (lookup === null) return false;
    await this.#keepCurrent();
    const reading = (this.#lookups ??= this.source.lookups().then((lookups) => new Set(lookups)));
    reading.catch(() => (this.#lookups = null));
    return (await reading).has(lookup);
  }

  /** All requests meanwhile wait for the same statement. */
  async #keepCurrent(): Promise<void> {
    if (performance.now() < this.#trustedUntil) return;
    this.#checking ??= this.#check();
    await this.#checking;
  }

  #check(): Promise<void> {
    const askedAt = performance.now();
    const checking = this.#readRevision().then(
      () => {
        if (this.#checking !== checking) return;
        this.#checking = null;
        this.#trustedUntil = askedAt + trustMs;
      },
      (error: unknown) => {
        if (this.#checking === checking) this.#checking = null;
        throw error;
      },
    );
    return checking;
  }

  async #readRevision(): Promise<void> {
    const { keys, sessions } = await this.source.revision();
    const revision = keys + sessions;
    if (revision <= this.#revision) return;
    this.#wereMade = keys > 0;
    this.#revision = revision;
    this.#drop();
  }

  #drop(): void {
    this.#held = new Map();
    this.#lookups = null;
  }

  /** Ids that nobody has are not held: a guess must not fill the memory. */
  async #find(lookup: string): Promise<StoredKey | null> {
    const held = this.#held;
    const finding = held.get(lookup) ?? this.source.find(lookup);
    if (held.size >= mostHeld) held.clear();
    held.set(lookup, finding);
    try {
      const key = await finding;
      if (key === null) held.delete(lookup);
      return key;
    } catch (error) {
      held.delete(lookup);
      throw error;
    }
  }
}

/**
 * When the right to a key ends: null for never, undefined when it has ended. Both values of the key are always compared.
 *
 * @param isValue whether a digest is that of the value that was shown
 */
export function endOf(key: StoredKey | null, isValue: (digest: string) => boolean, now: Date): Date | null | undefined {
  const isCurrent = isValue(key?.digest ?? nobody);
  const isPrevious = isValue(key?.previousDigest ?? nobody);
  if (key === null || key.revokedAt !== null || !(isCurrent || isPrevious)) return undefined;
  const ends = [key.expiresAt, isCurrent ? null : (key.previousUntil ?? now)].filter((end) => end !== null);
  const [until = null] = ends.toSorted((one, other) => one.getTime() - other.getTime());
  return until !== null && until <= now ? undefined : until;
}
