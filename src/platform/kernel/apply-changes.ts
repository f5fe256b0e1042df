import { isDeepStrictEqual } from 'node:util';

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

/** What is stored comes back as plain JSON: without the classes of inputs, and without a zero that is negative. */
function plain(value: unknown): unknown {
  return value instanceof Date ? value : JSON.parse(JSON.stringify(value));
}
