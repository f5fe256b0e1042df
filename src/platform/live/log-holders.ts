import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isSettled } from './log-order.ts';

/** A transaction that keeps committed events from readers. */
export interface LogHolder {
  /** PostgreSQL's id of the transaction. */
  readonly transaction: string;
  /** The session that it runs in; null when it is prepared, and belongs to none. */
  readonly session: { readonly pid: number; readonly name: string; readonly state: string } | null;
  /** The name of a prepared transaction; null for that of a session. */
  readonly gid: string | null;
  readonly ageSeconds: number;
  /** How long the first event that it hides has been hidden. */
  readonly heldBackSeconds: number;
}

interface Row {
  readonly transaction: string;
  readonly pid: number | null;
  readonly name: string | null;
  readonly state: string | null;
  readonly gid: string | null;
  readonly ageSeconds: number;
  readonly hiddenSeconds: number;
}

/**
 * Finds the transactions of this database that keep committed events from readers, the oldest first. Cheap while there
 * are none: the statement then ends after one read of the index of events. What a role may not see of another role's
 * session, such as its state, is reported as unknown.
 */
export async function findLogHolders(kysely: Kysely<unknown>): Promise<LogHolder[]> {
  const since = (time: RawBuilder<unknown>) => sql`extract(epoch from clock_timestamp() - ${time})::float8`;
  const { rows } = await sql<Row>`
    with hidden as materialized (
      select transaction, timestamp from event where not (${isSettled}) order by transaction, sequence limit 1
    ), open as materialized (
      select open::xid as xid, timestamp
      from hidden, pg_snapshot_xip(pg_current_snapshot()) as open where open <= hidden.transaction
    )
    select xid::text as transaction, pid, application_name as name, state, null as gid,
      ${since(sql`coalesce(xact_start, timestamp)`)} as "ageSeconds", ${since(sql`timestamp`)} as "hiddenSeconds"
    from open join pg_stat_activity on backend_xid = xid
    where datname = current_database()
    union all
    select xid::text, null, null, null, gid, ${since(sql`prepared`)}, ${since(sql`timestamp`)}
    from open join pg_prepared_xacts on transaction = xid where database = current_database()
    order by "ageSeconds" desc`.execute(kysely);
  return rows.map(({ transaction, pid, name, state, gid, ageSeconds, hiddenSeconds }) => ({
    transaction,
    session: pid === null ? null : { pid, name: name || 'no name', state: state ?? 'in a state unknown' },
    gid,
    ageSeconds,
    heldBackSeconds: Math.min(ageSeconds, hiddenSeconds),
  }));
}

/** Whether a session is idle in its transaction: ending it loses only uncommitted changes. */
export function isIdle({ session }: LogHolder): boolean {
  return session?.state.startsWith('idle in transaction') === true;
}

/** Ends the session of a holder that is still idle in the same transaction. @returns whether it was */
export async function endSession(kysely: Kysely<unknown>, { transaction, session }: LogHolder): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where pid = ${session?.pid ?? null} and backend_xid = ${transaction}::xid and state like 'idle in transaction%'
    `.execute(kysely);
  return rows[0]?.ended === true;
}

/** Describes a holder for the log, with the command that ends a prepared transaction. */
export function describeHolder({ session, gid, ageSeconds }: LogHolder): string {
  const age = `${Math.round(ageSeconds)} s`;
  if (session !== null)
    return `session ${session.pid} (${session.name}), ${session.state}, transaction open for ${age}`;
  const name = `'${(gid ?? '').replaceAll("'", "''")}'`;
  return `prepared transaction ${name}, open for ${age}: COMMIT PREPARED ${name} or ROLLBACK PREPARED ${name} ends it`;
}
