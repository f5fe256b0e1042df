import { type RawBuilder, sql } from 'kysely';

const mark = '/* and commit */';

/**
 * Marks the last statement of a transaction, which PostgreSQL then receives in one message with `commit`: its rows cannot be
 * read, and its error is that of the commit.
 */
export function andCommit(statement: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${sql.raw(mark)} ${statement}`;
}

export function isLastStatement(text: string): boolean {
  return text.startsWith(mark);
}
