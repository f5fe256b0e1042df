import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '../kernel/errors.ts';
import type { Actor } from '../database/scope.ts';

/** Authenticates a request by its bearer token, from HTTP headers or from the parameters of a WebSocket. */
export class ApiKeyGuard {
  readonly #digest: Buffer | null;

  /** @param apiKey the only valid key; null leaves the doors open, which `config.ts` allows on loopback alone */
  constructor(apiKey: string | null) {
    this.#digest = apiKey === null ? null : digest(apiKey);
  }

  get isOpen(): boolean {
    return this.#digest === null;
  }

  /**
   * @param authorization an Authorization header, or the member of that name in a socket's connectionParams
   * @throws AppError `UNAUTHENTICATED`
   */
  authenticate(authorization: string | undefined): Actor {
    if (this.#digest === null) return 'local';
    const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    // Digests have one length, so that the comparison reveals nothing about the key.
    if (timingSafeEqual(digest(token), this.#digest)) return 'key';
    throw new AppError('UNAUTHENTICATED', 'Send the API key as a bearer token: Authorization: Bearer <API_KEY>.');
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
