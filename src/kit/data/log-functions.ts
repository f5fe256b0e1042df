/**
 * The functions of the database by which logs get their positions. A migration that runs these statements brings an older
 * database to them; a new database runs them once its tables exist. Whoever changes them adds such a migration.
 */
export function logFunctions(): string[] {
  return [
    serverIdentity,
    'create or replace function event_log_end() returns bigint language plpgsql stable as $$ begin return (select coalesce(max(position), 0) from event_position); end $$;',
    sequencerOf({ name: 'event', columns: 'event_id, deck_id' }),
    sequencerOf({ name: 'attempt', columns: 'attempt_id' }),
  ];
}

/**
 * Changes when the tables are served by another server, by a promoted standby (its timeline), by a copy in another
 * database, by a copy of the data folder (the time of the server's start), or after a dump was restored in place (the file
 * of the epochs). Engines of several servers in one, which only speak the language of PostgreSQL, have no such numbers: there
 * an epoch begins where positions fall back.
 *
 * It is in PL/pgSQL because a connection plans its queries once: in SQL a call takes ten times as long.
 */
const serverIdentity = `do $$ begin
  if version() !~ '^PostgreSQL [0-9.]+ ' then raise exception 'an engine of several servers'; end if;
  create or replace function log_server() returns text language plpgsql stable as $body$ begin
    return (select system_identifier from pg_control_system()) || '/' ||
      substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) || '/' ||
      (select oid from pg_database where datname = current_database()) || '/' ||
      extract(epoch from pg_postmaster_start_time()) || '/' || pg_relation_filenode(to_regclass('log_epoch'));
  end $body$;
  perform log_server();
exception when others then
  create or replace function log_server() returns text language plpgsql immutable as $body$ begin return 'unknown'; end $body$;
end $$;`;

/** In seconds since 1970. */
const beginningOf2020 = 1_577_836_800;

/**
 * Gives positions to up to \`most\` arrivals in the order in which they came, and returns nothing where there are none.
 * With null it places all, returns the end of the log in any case, and keeps the lock until the transaction ends: the
 * caller takes the positions behind it.
 *
 * Each statement sees what was committed before it: the lock comes first, then the end of the log is read. A new epoch
 * begins on another server, and where the log ends before a position that a process has seen in the present one. Its number
 * is the time: an epoch that was lost must not have the number of one that follows the restore. A clock that goes back
 * does not take it back.
 */
function sequencerOf({ name, columns }: { name: 'event' | 'attempt'; columns: string }): string {
  return `create function sequence_${name}(most integer, seen bigint, seen_epoch integer)
    returns table (placed integer, last_position bigint, epoch integer) language plpgsql rows 1 as $$
    #variable_conflict use_column
    declare
      log_state record;
    begin
      if most is not null and not exists (select from ${name}_arrival)
        and seen <= (select coalesce(max(position), 0) from ${name}_position) then return; end if;
      perform from log_epoch where log = '${name}' and log_epoch.epoch = 1 for update;
      select log_epoch.epoch, server, log_server() as here, exists (select from ${name}_arrival) as has_arrivals,
          (select coalesce(max(position), 0) from ${name}_position) as last_position
        into strict log_state from log_epoch where log = '${name}' order by log_epoch.epoch desc limit 1;
      placed := 0;
      last_position := log_state.last_position;
      epoch := log_state.epoch;
      if log_state.server <> log_state.here or (seen_epoch = log_state.epoch and seen > log_state.last_position) then
        epoch := greatest(log_state.epoch + 1, seen_epoch + 1,
          extract(epoch from clock_timestamp())::integer - ${beginningOf2020});
        insert into log_epoch (log, epoch, server, after_position)
          values ('${name}', sequence_${name}.epoch, log_state.here, log_state.last_position);
      end if;
      if log_state.has_arrivals then
        with arrived as (
          delete from ${name}_arrival where arrival in (select arrival from ${name}_arrival order by arrival limit most)
          returning arrival, ${columns}
        )
        insert into ${name}_position (position, epoch, ${columns})
          select log_state.last_position + row_number() over (order by arrival), sequence_${name}.epoch, ${columns} from arrived;
        get diagnostics placed = row_count;
        last_position := log_state.last_position + placed;
      end if;
      return next;
    end $$;`;
}
