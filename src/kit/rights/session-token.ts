import { createHmac, randomBytes } from 'node:crypto';
import { digestOf } from './key-token.ts';

/** The value of a new session, and what is stored of it. */
export interface NewSessionToken {
  /** `ds_` and 32 random bytes in base64url: the browser keeps it, and no script reads it. */
  readonly token: string;
  readonly digest: string;
}

/** Makes the value of a session. */
export function newSessionToken(): NewSessionToken {
  const token = `ds_${randomBytes(32).toString('base64url')}`;
  return { token, digest: digestOf(token) };
}

/** Whether a text has the form of a session's value. */
export function isSessionToken(text: string): boolean {
  return /^ds_[\w-]{43}$/.test(text);
}

/**
 * Binds a session to the credential that it was made by. Only who has the session's value can identify it: a copy
 * of the database is of no use for guessing `API_KEY`.
 */
export function bindingOf(token: string, proof: string): string {
  return createHmac('sha256', token).update(`credential ${proof}`).digest('hex');
}

/** What a page sends beside the cookie. It follows from the value of the session, which no page can read. */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}
