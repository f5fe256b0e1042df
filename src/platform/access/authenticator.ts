import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '../kernel/errors.ts';
import { type Actor, environmentActor, localActor } from './actor.ts';

/** Finds out who asks, from the Authorization header of HTTP or the parameters of a WebSocket. */
export class Authenticator {
  readonly #digest: Buffer | null;

  /** @param apiKey the key of the environment; null leaves the doors open, which `config.ts` allows on loopback alone */
  constructor(apiKey: string | null) {
    this.#digest = apiKey === null ? null : digest(apiKey);
  }

  /** Whether anyone on this machine may come in. */
  get isOpen(): boolean {
    return this.#digest === null;
  }

  /**
   * @param authorization an Authorization header, or the member of that name in a socket's connectionParams
   * @throws AppError `UNAUTHENTICATED`
   */
  async authenticate(authorization: string | undefined): Promise<Actor> {
    if (this.#digest === null) return localActor;
    const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    // Digests have one length, so that the comparison reveals nothing about the key.
    if (timingSafeEqual(digest(token), this.#digest)) return environmentActor;
    throw new AppError('UNAUTHENTICATED', 'Send the API key as a bearer token: Authorization: Bearer <API_KEY>.');
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
