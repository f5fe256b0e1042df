import { type RawBuilder, sql } from 'kysely';

const mark = '/* with next */';

/**
 * Marks a statement of a transaction whose result nobody reads. PostgreSQL may receive it in one message with the next
 * statement, or with the commit, whose error its error then is: that spares a round trip. It must return no rows.
 */
export function withNext(statement: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${sql.raw(mark)} ${statement}`;
}

/** Whether the text is that of a statement whose result nobody reads. */
export function goesWithNext(text: string): boolean {
  return text.startsWith(mark);
}
