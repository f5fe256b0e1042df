import type { SqlEntityManager } from '@mikro-orm/sql';
import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely';

/** A statement that is compiled: its text, and the names of its values in their order. */
interface Compiled {
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * A statement whose text is always the same, and is compiled once: Kysely would build and visit a tree of it for each run,
 * which takes longer than to send it.
 *
 * @param build makes the statement of its values, at which it must not look
 */
export function constantStatement<Values extends Readonly<Record<string, unknown>>>(
  build: (values: Values) => RawBuilder<unknown>,
): (em: SqlEntityManager, values: Values) => Promise<void> {
  let compiled: Compiled | undefined;
  return async (em, values) => {
    const kysely = em.getKysely<unknown>();
    compiled ??= compile(kysely, Object.keys(values), (stands) => build(stands as Values));
    const { text, names } = compiled;
    const parameters = names.map((name) => values[name]);
    await kysely.executeQuery(CompiledQuery.raw(text, parameters));
  };
}

/** Finds out where a statement has which of its values, by others that stand for them. */
function compile(
  kysely: Kysely<unknown>,
  names: readonly string[],
  build: (stands: Readonly<Record<string, unknown>>) => RawBuilder<unknown>,
): Compiled {
  const stands = new Map(names.map((name) => [name, { name }]));
  const { sql: text, parameters } = build(Object.fromEntries(stands)).compile(kysely);
  const found = parameters.map((parameter) => stands.values().find((stand) => stand === parameter)?.name);
  if (!found.every((name) => name !== undefined)) throw new TypeError('A constant statement has a value of another.');
  return { text, names: found };
}
