import { type Dialect, Kysely } from 'kysely';
import { noteStatement } from '../../core/index.ts';

/** Called with each statement that runs through MikroORM or a fast read. For tests that count them. */
type OnStatement = (statement: string) => void;

/** Who learns of statements. Without any, none is timed. */
export interface StatementObservers {
  readonly onStatement?: OnStatement | undefined;
  /** Whether there are traces, which show them. */
  readonly isTraced?: boolean;
}

/** Makes a Kysely that reports its statements to the observers, if there are any. */
export function observedKysely(
  dialect: Dialect,
  { onStatement, isTraced = false }: StatementObservers,
): Kysely<unknown> {
  if (onStatement === undefined && !isTraced) return new Kysely<unknown>({ dialect });
  return new Kysely<unknown>({
    dialect,
    log: ({ level, query: { sql: text }, queryDurationMillis: ms }) => {
      onStatement?.(text);
      noteStatement(text, { ms, hasFailed: level === 'error' });
    },
  });
}
