import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../errors.ts';
import type { RequestScope } from '../scope.ts';
import type { EditableEntity } from './base.entity.ts';

/**
 * Puts the given fields onto an entity and tells which of them really changed. An absent (undefined) field stays as
 * it is, so that an update that changes nothing is recognised and records no event.
 */
export function applyChanges<Entity extends object>(
  entity: Entity,
  changes: { readonly [Key in keyof Entity]?: Entity[Key] | undefined },
): string[] {
  const changed: string[] = [];
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || isDeepStrictEqual(Reflect.get(entity, key), plain(value))) continue;
    Reflect.set(entity, key, plain(value));
    changed.push(key);
  }
  return changed;
}

/** Marks an entity as changed: its version and its time of change rise. */
export function touch(scope: RequestScope, entity: EditableEntity): void {
  entity.version += 1;
  entity.updatedAt = scope.now();
}

/** What is stored comes back as plain JSON: without the classes of inputs, and without a zero that is negative. */
function plain(value: unknown): unknown {
  return value instanceof Date ? value : JSON.parse(JSON.stringify(value));
}

/**
 * Refuses an edit of something that has changed since its editor read it.
 *
 * @param expected the version of If-Match or `ifVersion`; without one any will do
 */
export function requireVersion({ version }: { readonly version: number }, expected: number | null | undefined): void {
  requireTag(String(version), expected?.toString());
}

/** The same for what has more in its ETag than a version. */
export function requireTag(tag: string, expected: string | undefined): void {
  if (expected === undefined || expected === tag) return;
  throw new AppError(
    'PRECONDITION_FAILED',
    `It has changed since you read it: its version (ETag) is "${tag}" now. Read it again, then repeat the change.`,
  );
}
