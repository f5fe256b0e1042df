import type { EntityClass } from '@mikro-orm/core';

const sources = new WeakMap<object, string>();

/**
 * Declares what reads of an entity take in place of its table, under the name of the table: the table joined with others
 * whose columns are properties of the entity that are not persisted.
 */
export function ReadFrom(select: string): ClassDecorator {
  return (entity) => void sources.set(entity, select);
}

/** What is declared for an entity; null for its table alone. */
export function sourceOf(entity: EntityClass<object>): string | null {
  return sources.get(entity) ?? null;
}
