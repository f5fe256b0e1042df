import { AppError } from '../kernel/errors.ts';
import { type Actor, environmentActor, localActor } from './actor.ts';
import { digestOf, sameDigest } from './key-token.ts';

/** The keys that were made, beside that of the environment. */
export interface Keys {
  /** Whether a key was ever made, as far as this process knows. */
  readonly wereMade: boolean;
  /** A number that rises with every change of a key, 0 before the first was made; at most a second old. */
  revision(): Promise<number>;
  /** The holder of a key; null for one that is unknown, expired or revoked. */
  actorOf(token: string): Promise<Actor | null>;
}

/** Finds out who asks, from the Authorization header of HTTP or the parameters of a WebSocket. */
export class Authenticator {
  readonly #digest: string | null;

  /**
   * @param apiKey the key of the environment. Without one the doors are open until the first key is made, which
   *   `config.ts` allows on loopback alone. They never open again: a revoked key counts.
   */
  constructor(
    apiKey: string | null,
    private readonly keys: Keys,
  ) {
    this.#digest = apiKey === null ? null : digestOf(apiKey);
  }

  /** Whether anyone on this machine may come in. It may be true for a second after another process made the first key. */
  get isOpen(): boolean {
    return this.#digest === null && !this.keys.wereMade;
  }

  /** Rises with every change that may end or change a right. */
  revision(): Promise<number> {
    return this.keys.revision();
  }

  /**
   * @param authorization an Authorization header, or the member of that name in a socket's connectionParams
   * @throws AppError `UNAUTHENTICATED`, the same for every key that does not count
   */
  async authenticate(authorization: string | undefined): Promise<Actor> {
    if (this.isOpen && (await this.keys.revision()) === 0) return localActor;
    const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    if (this.#digest !== null && sameDigest(digestOf(token), this.#digest)) return environmentActor;
    const actor = await this.keys.actorOf(token);
    if (actor !== null) return actor;
    throw new AppError('UNAUTHENTICATED', 'Send a valid API key as a bearer token: Authorization: Bearer <API_KEY>.');
  }
}
