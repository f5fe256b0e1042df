import { type RawBuilder, sql } from 'kysely';

/** Where the primary is at a moment. */
export interface PrimaryState {
  /** The cluster: a replica has the same. */
  readonly system: string;
  readonly database: string;
  /** Changes when a replica is promoted: positions of two timelines cannot be compared. */
  readonly timeline: number;
  /** Position of the write-ahead log up to which it is written. */
  readonly written: string;
  /** Position up to which everything is that was committed before, also what is not written yet. */
  readonly inserted: string;
  /** Its clock, in seconds since 1970. */
  readonly now: number;
}

/** Where a replica is at a moment. */
export interface ReplicaState extends Pick<PrimaryState, 'system' | 'database' | 'timeline'> {
  readonly isReplica: boolean;
  /** The process that serves the session. */
  readonly pid: number;
  /** Position up to which it has replayed the write-ahead log of the primary. */
  readonly replayed: string | null;
  /** When the last transaction that it has replayed was committed, by the clock of the primary. */
  readonly replayedTo: number | null;
}

/** A position as a decimal number, in bytes. */
const bytes = (position: string): string => `pg_wal_lsn_diff(${position}, '0/0')::text`;

const identity = `(select system_identifier::text from pg_control_system()) as system, current_database() as database`;

/** Reads a `PrimaryState`. A server that is no primary, or no PostgreSQL, refuses it. */
export const primaryState = `select ${identity},
  ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int as timeline,
  ${bytes('pg_current_wal_lsn()')} as written, ${bytes('pg_current_wal_insert_lsn()')} as inserted,
  extract(epoch from clock_timestamp())::float8 as now`;

/** The newest timeline that the files of a replica contain. It learns of a new one a little later than it follows it. */
const replicaTimeline = `greatest((select timeline_id from pg_control_checkpoint()),
  (select min_recovery_end_timeline from pg_control_recovery()))`;

/** Reads a `ReplicaState`. */
export const replicaState = `select ${identity}, ${replicaTimeline} as timeline, pg_is_in_recovery() as "isReplica",
  pg_backend_pid() as pid, ${bytes('pg_last_wal_replay_lsn()')} as replayed,
  extract(epoch from pg_last_xact_replay_timestamp())::float8 as "replayedTo"`;

/** SQL condition on a replica: it has everything that was committed on the primary before that state was read. */
export function hasReplayed({ inserted, timeline }: PrimaryState): RawBuilder<boolean> {
  return sql<boolean>`(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= ${inserted}::numeric
    and ${sql.raw(replicaTimeline)} = ${timeline}::int)`;
}
