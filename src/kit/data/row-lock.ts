import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { errorCode } from './connections/connection-error.ts';

/** What one transaction at a time does. The name is that of its row. */
const fixed = ['migration', 'demo', 'audit chain', 'event retention'] as const;
export type Lock = (typeof fixed)[number];

/** What one transaction at a time does with one thing, which a key names. */
const keyed = ['audio', 'image', 'subscription quota', 'playground receivers'] as const;

/** Rows for each kind of key: keys that share a row wait for each other now and then. */
const rowsPerKind = 32;

/** SQLSTATE: of processes that create a table at the same time, all but one find its name or that of its type taken. */
const createdMeanwhile = new Set(['23505', '42P07', '42710']);

/**
 * Creates the locks where they are missing. They exist before the first migration, which takes one.
 *
 * Locks are rows and no advisory locks, but for one, because these exclude nobody behind some poolers and on engines of
 * several servers. A row is locked until its transaction ends, whatever happens to the client.
 */
export async function createLocks(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select where to_regclass('row_lock') is not null`.execute(database);
  // Who may not create tables may start where they exist.
  if (rows.length === 0) {
    const creation = sql`create table if not exists row_lock (name text primary key)`.execute(database);
    await creation.catch((error: unknown) => {
      if (!createdMeanwhile.has(errorCode(error) ?? '')) throw error;
    });
  }
  const slots = keyed.flatMap((kind) => Array.from({ length: rowsPerKind }, (_, slot) => `${kind} ${slot}`));
  await sql`insert into row_lock (name) select unnest(${[...fixed, ...slots]}::text[]) on conflict do nothing`.execute(
    database,
  );
}

/** Takes a lock until the end of the transaction. @returns false while another transaction has it */
export async function tryLock(transaction: Kysely<unknown>, lock: Lock): Promise<boolean> {
  const { rows } = await sql`select from row_lock where name = ${lock} for update skip locked`.execute(transaction);
  return rows.length > 0;
}

/** The key of the advisory lock under which processes that start migrate: `deck` in ASCII. */
const sessionLock = 0x64_65_63_6b;

/**
 * Runs work that may take a lock of its session, which needs no transaction: only where advisory locks exclude others. The
 * lock ends with the work, or with the session.
 */
export async function withSessionLock(
  session: Kysely<unknown>,
  work: (tryTake: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  const tryTake = async (): Promise<boolean> => {
    const { rows } = await sql`select where pg_try_advisory_lock(${sessionLock})`.execute(session);
    return rows.length > 0;
  };
  await work(tryTake);
  // A pooler may give the session to others. One whose work has failed is closed.
  await sql`select pg_advisory_unlock_all()`.execute(session);
}

/** Waits for the lock of a key, and keeps it until the end of the transaction. Take one at a time: two could wait for each other. */
export async function lockKey(transaction: Kysely<unknown>, kind: (typeof keyed)[number], key: string): Promise<void> {
  const slot = createHash('sha256').update(key).digest().readUInt32BE() % rowsPerKind;
  const { rows } = await sql`select from row_lock where name = ${`${kind} ${slot}`} for update`.execute(transaction);
  if (rows.length === 0) throw new Error(`the lock of ${kind} ${slot} is missing`);
}
