import type { SqlEntityManager } from '@mikro-orm/sql';
import type { RawBuilder } from 'kysely';
import { type Budget, currentBudget, jsonSize, type Limits, operationLimits, SharedRuns } from '../core/index.ts';

// Each statement costs a round trip, which takes longer than what most of them read. Requests that are under way together
// share statements, and get the same rows, which none may change. A row is read after its request came, and only where the
// request sees it. Of what was read each counts its own part.

/** For a statement whose rows all of its requests read. */
const equalLimits: Limits = { ...operationLimits, ms: Infinity };
/** For one whose requests read different rows. Where these are larger, each request reads its own. */
const sharedLimits: Limits = { ...equalLimits, read: 5_000_000 };

/** Rows, and their bytes. */
interface Read<Row> {
  readonly rows: readonly Row[];
  readonly bytes: number;
}

/** The statements of each database that are under way, by their text and values. */
const underWay = new WeakMap<object, Map<string, SharedRuns<null, Read<unknown>>>>();

/**
 * Runs a statement that only reads. Equal ones that come while it is under way share the next one: where an event makes a
 * hundred clients request the same list, few statements read it.
 *
 * @param prepare changes the rows before anybody gets them
 */
export async function readEqual<Row>(
  em: SqlEntityManager,
  statement: RawBuilder<Row>,
  prepare: (rows: readonly Row[]) => void = () => undefined,
): Promise<readonly Row[]> {
  const database = em.getKysely<unknown>();
  const query = statement.compile(database);
  // A transaction sees what it has changed itself, and may change its rows.
  const isShared = !em.isInTransaction();
  const read = async (): Promise<readonly Row[]> => {
    const { rows } = await database.executeQuery(query);
    prepare(rows);
    if (isShared) freeze(rows);
    return rows;
  };
  if (!isShared) return read();
  const statements = underWay.get(database) ?? new Map<string, SharedRuns<null, Read<unknown>>>();
  underWay.set(database, statements);
  const key = `${query.sql} ${JSON.stringify(query.parameters)}`;
  const equal = statements.get(key);
  if (equal === undefined) {
    const readForAll = async (_: readonly null[], budget: Budget) => ({
      rows: await read(),
      bytes: budget.spent('read'),
    });
    const runs = new SharedRuns<null, Read<unknown>>(equalLimits, readForAll, () => {
      if (statements.get(key) === runs) statements.delete(key);
    });
    statements.set(key, runs);
    return runs.alone(read);
  }
  const shared = await equal.share(null);
  if (shared === null) return equal.alone(read);
  const budget = currentBudget();
  budget?.spend('statements');
  budget?.spend('read', shared.bytes);
  // Equal statements have equal columns.
  return shared.rows as readonly Row[];
}

/** Makes code fail that would change what others read. */
function freeze(rows: Iterable<unknown>): void {
  for (const row of rows) Object.freeze(row);
}

/** Most ids of one request: a read of more of them has a statement of its own. */
const mostIds = 25;

type Found<Row> = ReadonlyMap<string, Row>;

/** What is read of each row. Reads with the same object share a statement. */
interface SharedColumns {
  /** The properties that may be large. */
  readonly large: readonly string[];
}

/** What one request reads. */
interface Wanted<Of> {
  readonly ids: readonly string[];
  readonly columns: Of;
}

/** Reads rows of one table by their ids, for requests that are under way together in one statement. */
export class SharedReads<Row extends object, Of extends SharedColumns> {
  /** By what reads: all requests that see the same rows of a database share it (`Readers`). */
  readonly #runs = new WeakMap<object, SharedRuns<Wanted<Of>, ReadonlyMap<Of, Found<Row>>>>();

  constructor(
    private readonly read: (em: SqlEntityManager, ids: readonly string[], columns: Of) => Promise<Found<Row>>,
  ) {}

  /** @throws as the budget of the current work does */
  async find(em: SqlEntityManager, ids: readonly string[], columns: Of): Promise<Found<Row>> {
    if (em.isInTransaction()) return this.read(em, ids, columns);
    const read = () => this.#readFrozen(em, ids, columns);
    if (ids.length > mostIds) return read();
    const runs = this.#runsOf(em);
    const found = (await runs.share({ ids, columns }))?.get(columns);
    if (found === undefined) return runs.alone(read);
    const budget = currentBudget();
    budget?.spend('statements');
    budget?.spend('read', sizeOf(found, ids, columns));
    return found;
  }

  #runsOf(em: SqlEntityManager): SharedRuns<Wanted<Of>, ReadonlyMap<Of, Found<Row>>> {
    const known = this.#runs.get(em);
    if (known !== undefined) return known;
    const readTogether = (wanted: readonly Wanted<Of>[]) => this.#readTogether(em, wanted);
    const runs = new SharedRuns(sharedLimits, readTogether);
    this.#runs.set(em, runs);
    return runs;
  }

  async #readFrozen(em: SqlEntityManager, ids: readonly string[], columns: Of): Promise<Found<Row>> {
    const found = await this.read(em, ids, columns);
    freeze(found.values());
    return found;
  }

  /** One statement for each selection of columns. */
  async #readTogether(em: SqlEntityManager, wanted: readonly Wanted<Of>[]): Promise<ReadonlyMap<Of, Found<Row>>> {
    const groups = [...Map.groupBy(wanted, ({ columns }) => columns)];
    const read = async ([columns, group]: (typeof groups)[number]) => {
      const ids = [...new Set(group.flatMap((one) => one.ids))];
      return [columns, await this.#readFrozen(em, ids, columns)] as const;
    };
    const found = await Promise.allSettled(groups.map(read));
    // Whose columns are missing reads its own rows.
    return new Map(found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
  }
}

/** Bytes of what one request has read, about. */
function sizeOf<Row extends object>(found: Found<Row>, ids: readonly string[], { large }: SharedColumns): number {
  if (large.length === 0) return 0;
  let size = 0;
  for (const id of ids) {
    const row = found.get(id) as Readonly<Record<string, unknown>> | undefined;
    for (const property of large) size += jsonSize(row?.[property] ?? null, operationLimits.read);
  }
  return size;
}
