import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A key as its holder sends it, and what is stored of it. */
export interface NewKeyToken {
  /** `dc_`, the look-up id, and 32 random bytes in base64url: shown once, and never stored. */
  readonly token: string;
  /** Finds the row. It is no secret. */
  readonly lookup: string;
  readonly digest: string;
}

/** What a credential begins with: a key is no link, and a link no key. */
type Prefix = 'dc' | 'pl';

/** A look-up id that no other key or link has. */
export function newLookup(): string {
  return randomBytes(8).toString('hex');
}

/**
 * Makes a key, or the token of a link.
 *
 * @param lookup of an existing one that gets a new value; a random one by default
 */
export function newKeyToken(lookup: string = newLookup(), prefix: Prefix = 'dc'): NewKeyToken {
  const token = `${prefix}_${lookup}_${randomBytes(32).toString('base64url')}`;
  return { token, lookup, digest: digestOf(token) };
}

/** The look-up id of a key, or of the token of a link; null for any other text. */
export function lookupOf(token: string, prefix: Prefix = 'dc'): string | null {
  const [, found, lookup = null] = /^(dc|pl)_([0-9a-f]{16})_[\w-]{43}$/.exec(token) ?? [];
  return found === prefix ? lookup : null;
}

/** The token of a link. @param secret 32 bytes in base64url */
export function linkToken(lookup: string, secret: string): string {
  return `pl_${lookup}_${secret}`;
}

/** The secret part of a token; empty for any other text. */
export function secretOf(token: string): string {
  return /^(?:dc|pl)_[0-9a-f]{16}_([\w-]{43})$/.exec(token)?.[1] ?? '';
}

/** SHA-256 in hexadecimal digits. A key is random enough to need no slower digest. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares digests in constant time. Both are of SHA-256. */
export function sameDigest(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
}
