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

/** Refuses an edit of something that has changed since its editor read it. `expected` is the version of If-Match. */
export function requireVersion(entity: { readonly version: number }, expected: number | undefined): void {
  if (expected === undefined || expected === entity.version) return;
  throw new AppError(
    'PRECONDITION_FAILED',
    `It has changed since you read it: its ETag is "${entity.version}" now. Read it again, then repeat the change.`,
  );
}
