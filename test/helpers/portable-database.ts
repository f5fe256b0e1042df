import pg from 'pg';
import { natsUrl } from './nats.ts';

/** Set to run the suite on PostgreSQL without what other engines of its language lack. */
export const isPortable = process.env['TEST_DATABASE_PORTABLE'] !== undefined;

/** Owns the database. It is no superuser, whom nothing could be taken from. */
export const portableRole = 'deckcast_portable';

/** Settings of processes on it: NATS carries their wake-ups, where it runs. */
export const portableSettings: Readonly<Record<string, string>> = isPortable ? { NATS_URL: natsUrl } : {};

/** Functions that engines of several servers lack, or on which they grant everything to everyone. */
const lacking = String.raw`^(pg_(try_)?advisory_.*|pg_notify|(txid|pg)_(current_)?(snapshot|xact).*|txid_.*|pg_current_xact_id.*|pg_control_.*|pg_(current_)?wal.*|pg_export_snapshot)$`;

/**
 * Takes from an empty database what is PostgreSQL's own: advisory locks, NOTIFY, transaction ids, the identity of the
 * server, unlogged and partitioned tables, and GIN indexes of several columns. Its copies lack the same.
 *
 * @param url of the database, as a superuser
 */
export async function takeCapabilities(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [portableRole]);
    if (rowCount === 0) await client.query(`create role ${portableRole} login`);
    await client.query(`alter database "${new URL(url).pathname.slice(1)}" owner to ${portableRole}`);
    await client.query(`do $$ declare one regprocedure; begin
      for one in select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname ~ '${lacking}' loop
        execute format('revoke execute on function %s from public', one);
      end loop;
    end $$`);
    await client.query(`create function refuse_tables() returns event_trigger language plpgsql as $$ begin
      if exists (select from pg_event_trigger_ddl_commands() as made join pg_class on pg_class.oid = made.objid
        left join pg_index on indexrelid = pg_class.oid left join pg_am on pg_am.oid = relam
        where made.classid = 'pg_class'::regclass
          and (relpersistence = 'u' or relkind = 'p' or (amname = 'gin' and indnatts > 1))) then
        raise exception 'unlogged and partitioned tables, and GIN indexes of several columns, are not portable' using errcode = '0A000';
      end if;
    end $$`);
    await client.query('create event trigger refuse_tables on ddl_command_end execute function refuse_tables()');
  } finally {
    await client.end();
  }
}
