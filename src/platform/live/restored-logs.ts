import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseConnection } from '../connections/connection.ts';
import { type StartTurn, takeTurn } from '../locks/start-turn.ts';

/** Any fixed number: of processes that start together one looks, and the others find it done. */
const adoptionLock = 7_241_932;

/**
 * Makes the logs of a database readable that was restored into another server. Each server counts transactions by
 * itself: rows with ids that it has not reached would be hidden, and new rows would come before them. No row of its own
 * can have such an id, so that one row is proof. Without any, new rows come after all existing ones.
 *
 * A log with such rows becomes one written by this transaction, in the order that it had. Events keep their former
 * sequence, by which `resolve-cursor.ts` finds the events of the other server's cursors.
 */
export async function adoptRestoredLogs(
  connection: DatabaseConnection,
  { log, stopping }: Pick<StartTurn, 'log' | 'stopping'>,
): Promise<void> {
  await connection.patiently((database) =>
    database.transaction().execute(async (transaction) => {
      await takeTurn(transaction, { lock: adoptionLock, what: 'adopts a restored log', log, stopping });
      await adopt(transaction, 'event', sql`, former_sequence = event.sequence`, log);
      // The log of attempts has no cursors.
      await adopt(transaction, 'delivery_attempt', sql``, log);
      // Subscriptions receive the events of later transactions than their own.
      await sql`update notification_subscription set created_in = '0'
        where created_in >= pg_snapshot_xmax(pg_current_snapshot())`.execute(transaction);
    }),
  );
}

/** A table that is read in the order of its transactions (`events/log-order.ts`). */
async function adopt(
  transaction: Kysely<unknown>,
  name: 'event' | 'delivery_attempt',
  keep: RawBuilder<unknown>,
  log: Logger,
): Promise<void> {
  const table = sql.table(name);
  const last = sql`(select transaction from ${table} order by transaction desc limit 1)`;
  const { numAffectedRows: rows = 0n } = await sql`
    update ${table} set transaction = pg_current_xact_id(), sequence = ordered.place ${keep}
    from (select id, row_number() over (order by transaction, sequence) as place from ${table}) as ordered
    where ordered.id = ${table}.id and ${last} >= pg_snapshot_xmax(pg_current_snapshot())`.execute(transaction);
  if (rows > 0n) log.warn({ rows: Number(rows) }, `${name} comes from another server: its rows are numbered anew`);
}
