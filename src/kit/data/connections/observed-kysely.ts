import { type Dialect, Kysely } from 'kysely';

/** Called with each statement that runs through MikroORM or a fast read. For tests that count them. */
export type OnStatement = (statement: string) => void;

/** Makes a Kysely that reports its statements to the observer, if there is one. */
export function observedKysely(dialect: Dialect, onStatement: OnStatement | undefined): Kysely<unknown> {
  return new Kysely<unknown>({
    dialect,
    ...(onStatement === undefined ? {} : { log: (event) => onStatement(event.query.sql) }),
  });
}
