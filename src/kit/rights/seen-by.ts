import type { EntityClass } from '@mikro-orm/core';

const rules = new WeakMap<object, string>();

/**
 * Declares which rows of a table an actor sees that is limited to decks. Every entity needs it: `openOrm` throws
 * without. Rows of other decks do not exist for such an actor.
 *
 * @param condition SQL on the columns of the table, in which `$decks` stands for the array of the ids of the decks:
 *   `deck_id = any($decks)`; `false` for tables of which such an actor sees nothing
 */
export function SeenBy(condition: string): ClassDecorator {
  return (entity) => void rules.set(entity, condition);
}

/** The condition of an entity. @throws Error for one without */
export function ruleOf(entity: EntityClass<object>): string {
  const rule = rules.get(entity);
  if (rule === undefined)
    throw new Error(`No rule declares who sees the rows of ${entity.name}: declare it with @SeenBy.`);
  return rule;
}

/** The place of the decks in a condition. */
export const decksMark = '$decks';

/** Decks as a literal of PostgreSQL's arrays. They are UUIDs, which need no quotes there. */
export function decksLiteral(decks: readonly string[]): string {
  return `{${decks.join()}}`;
}
