import { AppError } from '../kernel/errors.ts';
import type { RequestScope } from './scope.ts';
import type { EditableEntity } from './base.entity.ts';

/** Marks an entity as changed: its version and its time of change rise. */
export function touch(scope: RequestScope, entity: EditableEntity): void {
  entity.version += 1;
  entity.updatedAt = scope.now();
}

/**
 * Refuses an edit of something that has changed since its editor read it.
 *
 * @param expected the version of If-Match or `ifVersion`; without one any will do
 */
export function requireVersion({ version }: { readonly version: number }, expected: number | null | undefined): void {
  requireTag(String(version), expected?.toString());
}

/** The same for an ETag that holds more than a version. */
export function requireTag(tag: string, expected: string | undefined): void {
  if (expected === undefined || expected === tag) return;
  throw new AppError(
    'PRECONDITION_FAILED',
    `It has changed since you read it: its version (ETag) is "${tag}" now. Read it again, then repeat the change.`,
  );
}
