import { type RawBuilder, sql } from 'kysely';

export interface Column {
  readonly column: string;
  /** As PostgreSQL calls it. */
  readonly type: string;
}

/** The size of a row in bytes, as SQL. Of text it is the length, of JSON the size on disk, which is compressed. */
export interface RowSize {
  /** The largest possible size, found without reading a large column. */
  readonly most: RawBuilder<unknown>;
  /** The estimated size, found in the same way. */
  readonly estimate: RawBuilder<unknown>;
  /** The exact size; reads compressed columns. Null where the estimate is exact. */
  readonly exact: RawBuilder<unknown> | null;
}

/** A generated column of this name has the bytes of its row. */
const sizeColumn = 'size';
/** Bytes of the columns that are always small, about. */
const smallBytes = 200;
/** How many times larger JSON is than PostgreSQL's compressed form, usually and at most. */
const usualRatio = 4;
const largestRatio = 256;

/** Builds the SQL for the size of a row, from a stored size where the table has one. */
export function rowSize(columns: readonly Column[]): RowSize {
  if (columns.some(({ column }) => column === sizeColumn)) {
    return { most: sql.ref(sizeColumn), estimate: sql.ref(sizeColumn), exact: null };
  }
  const refs = columns
    .filter(mayBeLarge)
    .map(({ column, type }) => ({ value: sql.ref(column), isText: type === 'text' }));
  const sumOf = (compressed: (value: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> => {
    const parts = refs.map(({ value, isText }) =>
      isText ? sql`octet_length(${value})` : bytesOf(value, compressed(value)),
    );
    return sql`(${sql.join([sql.lit(smallBytes), ...parts.map((part) => sql`coalesce(${part}, 0)`)], sql` + `)})`;
  };
  const times = (ratio: number) => (value: RawBuilder<unknown>) =>
    sql`pg_column_size(${value}) * ${sql.lit(ratio)}::float8`;
  return {
    most: sumOf(times(largestRatio)),
    estimate: sumOf(times(usualRatio)),
    exact: refs.every(({ isText }) => isText) ? null : sumOf((value) => sql`octet_length(${value}::text)`),
  };
}

/** Whether values of a column may be stored compressed or out of line. */
export function mayBeLarge({ type }: Pick<Column, 'type'>): boolean {
  return type === 'text' || type === 'jsonb';
}

function bytesOf(json: RawBuilder<unknown>, compressed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when pg_column_compression(${json}) is null then pg_column_size(${json}) else ${compressed} end`;
}
