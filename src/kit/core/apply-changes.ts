import { isSameJson } from './json-digest.ts';

/**
 * Assigns the given fields to an entity and returns the names of those that changed. An absent (undefined) field stays as
 * it is, so that an update that changes nothing is recognised and records no event.
 */
export function applyChanges<Entity extends object>(
  entity: Entity,
  changes: { readonly [Key in keyof Entity]?: Entity[Key] | undefined },
): string[] {
  const changed: string[] = [];
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || isSameJson(Reflect.get(entity, key), value)) continue;
    Reflect.set(entity, key, plain(value));
    changed.push(key);
  }
  return changed;
}

/** Stored values are read as plain JSON: without the classes of inputs, and without negative zero. */
function plain(value: unknown): unknown {
  return value instanceof Date ? value : JSON.parse(JSON.stringify(value));
}
