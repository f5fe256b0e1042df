import { AppError } from '../core/index.ts';
import type { RequestScope } from './scope.ts';
import type { EditableEntity } from './base.entity.ts';

/** Marks an entity as changed: its version and its time of change rise. */
export function touch(scope: RequestScope, entity: Pick<EditableEntity, 'version' | 'updatedAt'>): void {
  entity.version += 1;
  entity.updatedAt = scope.now();
}

/** The versions of which an edit expects one: of If-Match or `ifVersion`. Without any given every one will do; none is in an empty list. */
export type ExpectedVersion = number | readonly number[] | null | undefined;

/** Refuses an edit of something that has changed since its editor read it. @throws AppError `PRECONDITION_FAILED` */
export function requireVersion({ version }: { readonly version: number }, expected: ExpectedVersion): void {
  const versions = typeof expected === 'number' ? [expected] : expected;
  requireTag(String(version), versions?.map(String));
}

/** The ETags of which one must be current, or the version that they begin with. */
export type ExpectedTag = readonly string[] | number | null | undefined;

/** The same for an ETag that holds more than a version. */
export function requireTag(tag: string, expected: ExpectedTag): void {
  if (expected === undefined || expected === null) return;
  if (typeof expected === 'number' ? tag.split('-')[0] === String(expected) : expected.includes(tag)) return;
  throw new AppError(
    'version_mismatch',
    `It has changed since you read it: its version (ETag) is "${tag}" now. Read it again, then repeat the change.`,
  );
}
