import { createHash } from 'node:crypto';

/** SHA-256, in hexadecimal digits, of a value's JSON with sorted keys: the database may store keys in another order. */
export function jsonDigest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/**
 * A short digest of a value's JSON with its keys as they stand, for values that the same code makes of the same rows: to
 * sort the keys of every timed word takes a third of an opened link.
 */
export function plainDigest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

/** Whether two values have the same JSON, in whatever order their keys stand: without writing it, as two digests would. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isBranch(one) || !isBranch(other)) return JSON.stringify(one) === JSON.stringify(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [names, others] = [writtenNames(one), writtenNames(other)];
  return names.length === others.length && names.every((name) => isSameJson(one[name], other[name]));
}

/** Whether a value is written by its members. */
function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

const writtenNames = (branch: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(branch).filter((name) => branch[name] !== undefined);

/** A value as JSON without spaces, with sorted keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item !== 'object' || item === null || Array.isArray(item)
      ? item
      : Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}
