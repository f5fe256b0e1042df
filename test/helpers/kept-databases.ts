import { protocol } from '@electric-sql/pglite';
import { EmbeddedDatabase } from '../../src/kit/data/connections/embedded-database.ts';
import { keptByWorker } from './kept-by-worker.ts';
import { newStateOf, type NewState, reset, takeEmpty } from './reset-database.ts';
import { embeddedTemplate } from './template.ts';

/** A database is not kept after this many uses, nor with this much memory: neither its log nor its memory shrinks. */
const mostUses = 30;
const mostBytes = 256_000_000;
/** Databases that nobody uses, at most. */
const mostFree = 3;
/** How long a database may take until it is empty again, in milliseconds. */
const longestReset = 5_000;

/** A migrated database of this worker. */
interface KeptDatabase {
  readonly pglite: EmbeddedDatabase;
  readonly end: () => Promise<void>;
  readonly whenNew: NewState;
  uses: number;
}

const free = keptByWorker('free embedded databases', (): KeptDatabase[] => []);

/**
 * Takes an empty, migrated PGlite. One that another test has used is made empty again, in a fifth of the time of a new
 * one. A test that has changed more than rows leaves a database that is not used again.
 *
 * @returns it, and what gives it back once its connection is closed
 */
export async function takeEmbedded(): Promise<{ pglite: EmbeddedDatabase; giveBack: () => Promise<void> }> {
  const database = (await takeEmpty(free, makeEmpty, ({ end }) => end())) ?? (await openNew());
  database.uses += 1;
  const giveBack = async (): Promise<void> => {
    const { HEAPU8: memory } = database.pglite.Module as unknown as { HEAPU8: Uint8Array };
    const isKept = free.length < mostFree && database.uses < mostUses && memory.length <= mostBytes;
    if (!isKept) return database.end();
    free.push(database);
    // Ends two timers that a clock of a test may have set: the time limit of a statement that never ran, and the next report
    // of statistics, which each later statement would leave as it is. They would be due in weeks: no timer of JavaScript is
    // that long, and PostgreSQL would look at them a thousand times a second. Unlike a query, this does not wait for a
    // transaction that a test has left open.
    const flush = protocol.serialize.query('select pg_stat_force_next_flush()');
    database.pglite.execProtocolRaw(flush, { syncToFs: false }).catch(() => {});
  };
  return { pglite: database.pglite, giveBack };
}

async function makeEmpty({ pglite, whenNew }: KeptDatabase): Promise<boolean> {
  return Promise.race([
    reset(pglite, whenNew),
    // A transaction that nobody has ended would hold it up.
    new Promise<false>((resolve) => void setTimeout(resolve, longestReset, false).unref()),
  ]);
}

async function openNew(): Promise<KeptDatabase> {
  const pglite = await EmbeddedDatabase.open({ loadDataDir: new Blob([await embeddedTemplate()]) });
  const end = pglite.close.bind(pglite);
  // A connection that is closed leaves it open.
  pglite.close = async () => {};
  return { pglite, end, whenNew: await newStateOf(pglite), uses: 0 };
}
