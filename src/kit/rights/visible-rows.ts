import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { sourceOf } from './read-from.ts';
import { decksLiteral, decksMark, ruleOf } from './seen-by.ts';
import { sightOf } from './sight.ts';

/**
 * What stands after FROM and JOIN in every read that a client may cause: the table, or its visible rows under the name
 * of the table. PostgreSQL plans such a subquery as conditions of the statement around it.
 *
 * @throws Error for an entity manager without a sight
 */
export function visibleRows(em: SqlEntityManager, entity: EntityClass<object>): RawBuilder<unknown> {
  const table = sql.table(em.getMetadata().get(entity).tableName);
  const { decks } = sightOf(em);
  const source = sourceOf(entity);
  const rows = source === null ? table : sql`(${sql.raw(source)}) as ${table}`;
  if (decks === null) return rows;
  const [first = '', ...rest] = ruleOf(entity).split(decksMark);
  const array = sql`${decksLiteral(decks)}::uuid[]`;
  const condition = rest.reduce((before, after) => sql`${before}${array}${sql.raw(after)}`, sql.raw(first));
  return sql`(select * from ${rows} where ${condition}) as ${table}`;
}
