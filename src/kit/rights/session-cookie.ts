import type { IncomingMessage } from 'node:http';
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import { isSessionToken } from './session-token.ts';

type Request = Pick<IncomingMessage, 'headers'>;

/** The cookie that carries the session of a browser. No script reads it, and no other site's page sends it. */
export class SessionCookie {
  readonly #shape: Pick<SetCookie, 'name' | 'httpOnly' | 'sameSite' | 'path' | 'secure'>;

  /** @param isSecure whether clients reach the server over HTTPS alone: then no other host can set the cookie either */
  constructor(isSecure: boolean) {
    const name = isSecure ? '__Host-deckcast' : 'deckcast';
    this.#shape = { name, httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure };
  }

  /** What a request shows of itself: its Authorization header, else its cookie as one of the scheme `Session`. */
  credentialOf(request: Request): string | undefined {
    return request.headers.authorization || this.sessionOf(request);
  }

  sessionOf({ headers }: Request): string | undefined {
    const value = parseCookie(headers.cookie ?? '')[this.#shape.name];
    return value !== undefined && isSessionToken(value) ? `Session ${value}` : undefined;
  }

  written(value: string, seconds: number): string {
    return stringifySetCookie({ ...this.#shape, value, maxAge: seconds });
  }

  /** The Set-Cookie header that takes the cookie away. */
  get cleared(): string {
    return this.written('', 0);
  }
}
