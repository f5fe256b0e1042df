import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseConnection } from './connection.ts';
import { type StartTurn, takeTurn } from './start-turn.ts';

/** The tables that are read in the order of their transactions; see `events/log-order.ts`. */
const logs = ['event', 'delivery_attempt'];

/** Any fixed number: of processes that start together one looks, and the others find it done. */
const adoptionLock = 7_241_932;

/**
 * Makes the logs of a database readable that was restored into another server. Each server counts transactions by
 * itself: rows whose ids it has not come to yet would be hidden, and new ones would be put before them. No row of its own
 * can have such an id, so that one is proof; without any, what the server writes from now on lies behind all there is.
 *
 * A log with such rows becomes one written by this transaction, in the order of its sequence. Cursors into it expire.
 */
export async function adoptRestoredLogs(
  connection: DatabaseConnection,
  { log, stopping }: Pick<StartTurn, 'log' | 'stopping'>,
): Promise<void> {
  await connection.patiently((database) =>
    database.transaction().execute(async (transaction) => {
      await takeTurn(transaction, { lock: adoptionLock, what: 'adopts a restored log', log, stopping });
      for (const name of logs) await adopt(transaction, name, log);
      // Subscriptions are told of what is recorded in later transactions than theirs.
      await sql`update notification_subscription set created_in = '0'
        where created_in >= pg_snapshot_xmax(pg_current_snapshot())`.execute(transaction);
    }),
  );
}

async function adopt(transaction: Kysely<unknown>, name: string, log: Logger): Promise<void> {
  const table = sql.table(name);
  const last = sql`(select transaction from ${table} order by transaction desc limit 1)`;
  const { numAffectedRows: rows = 0n } = await sql`update ${table} set transaction = pg_current_xact_id()
    where ${last} >= pg_snapshot_xmax(pg_current_snapshot())`.execute(transaction);
  if (rows > 0n) log.warn({ rows: Number(rows) }, `${name} comes from another server: its cursors expire`);
}
