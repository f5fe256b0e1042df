import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A key as its holder sends it, and what is stored of it. */
export interface NewKeyToken {
  /** `dc_`, the look-up id, and 32 random bytes in base64url: shown once, and never stored. */
  readonly token: string;
  /** Finds the row. It is no secret. */
  readonly lookup: string;
  readonly digest: string;
}

/** Makes a key. @param lookup of an existing key that gets a new value; a random one by default */
export function newKeyToken(lookup: string = randomBytes(8).toString('hex')): NewKeyToken {
  const token = `dc_${lookup}_${randomBytes(32).toString('base64url')}`;
  return { token, lookup, digest: digestOf(token) };
}

/** The look-up id of a key; null for a text that is no key. */
export function lookupOf(token: string): string | null {
  return /^dc_([0-9a-f]{16})_[\w-]{43}$/.exec(token)?.[1] ?? null;
}

/** SHA-256 in hexadecimal digits. A key is random enough to need no slower digest. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares digests in a time that says nothing about them. Both are of SHA-256. */
export function sameDigest(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
}
