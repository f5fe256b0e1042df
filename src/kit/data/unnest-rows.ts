import { type RawBuilder, sql } from 'kysely';

/** The types of columns, as PostgreSQL names them, and the values that they take. */
interface ColumnTypes {
  readonly uuid: string;
  readonly text: string;
  readonly bool: boolean;
  readonly int: number;
  readonly bigint: number;
  readonly float8: number;
  readonly timestamptz: Date;
}

type Columns = Readonly<Record<string, keyof ColumnTypes>>;
type RowOf<Declared extends Columns> = { readonly [Name in keyof Declared]: ColumnTypes[Declared[Name]] | null };

/** Rows by their columns. */
type ByColumn<Declared extends Columns> = Readonly<Record<keyof Declared & string, readonly unknown[]>>;

/**
 * Passes rows to a statement as a table for its FROM clause, by one array for each column. The text of the statement is
 * the same however many rows there are, so that it can be prepared.
 *
 * @param columns the type of each column by its name, as the statement refers to it
 * @param alias the name of the table in the statement
 */
export function unnestRows<const Declared extends Columns>(
  rows: readonly RowOf<NoInfer<Declared>>[],
  columns: Declared,
  alias: string,
): RawBuilder<unknown> {
  return unnestColumns(columnsOf(rows, columns), columns, alias);
}

/** The values of each column. */
export function columnsOf<const Declared extends Columns>(
  rows: readonly RowOf<NoInfer<Declared>>[],
  columns: Declared,
): ByColumn<Declared> {
  const entries = Object.keys(columns).map((name) => [name, rows.map((row) => parameter(row[name]))] as const);
  const arrays: Readonly<Record<string, readonly unknown[]>> = Object.fromEntries(entries);
  return arrays as ByColumn<Declared>;
}

/** The same for rows that are given by their columns. */
export function unnestColumns<const Declared extends Columns>(
  values: ByColumn<NoInfer<Declared>>,
  columns: Declared,
  alias: string,
): RawBuilder<unknown> {
  const names = Object.keys(columns);
  const given: Readonly<Record<string, readonly unknown[]>> = values;
  const arrays = names.map((name) => sql`${given[name]}::${sql.raw(`${columns[name]}[]`)}`);
  return sql`unnest(${sql.join(arrays)}) as ${sql.id(alias)}(${sql.join(names.map((name) => sql.id(name)))})`;
}

/** Both drivers write numbers and texts in arrays alike; dates they do not. */
function parameter(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
