import { createHash } from 'node:crypto';

/** SHA-256, in hexadecimal digits, of a value's JSON with sorted keys: the database may store keys in another order. */
export function jsonDigest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** A value as JSON without spaces, with sorted keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item !== 'object' || item === null || Array.isArray(item)
      ? item
      : Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}
