import { Migration } from '@mikro-orm/migrations';

/**
 * The function of the sequencer places arrivals and returns the end of the log behind them. An insert that is a
 * transaction of its own takes the positions that follow, without arrivals of its own.
 */
export class Migration20261125115500_direct_positions extends Migration {
  override name = 'Migration20261125115500_direct_positions';

  override up(): void | Promise<void> {
    this.addSql(plannedOnce);
    this.addSql('drop function sequence_event, sequence_attempt;');
    this.addSql(sequencerOf({ name: 'event', columns: 'event_id, deck_id' }));
    this.addSql(sequencerOf({ name: 'attempt', columns: 'attempt_id' }));
  }

  override down(): void | Promise<void> {
    this.addSql('drop function sequence_event, sequence_attempt;');
    this.addSql(formerSequencerOf({ name: 'event', columns: 'event_id, deck_id' }));
    this.addSql(formerSequencerOf({ name: 'attempt', columns: 'attempt_id' }));
  }
}

/** In PL/pgSQL the identity takes a tenth of the time, because a connection plans its queries once. */
const plannedOnce = `do $$ begin
  if log_server() = 'unknown' then return; end if;
  create or replace function log_server() returns text language plpgsql stable as $body$ begin
    return (select system_identifier from pg_control_system()) || '/' ||
      substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) || '/' ||
      (select oid from pg_database where datname = current_database());
  end $body$;
end $$;`;

/**
 * Gives positions to up to \`most\` arrivals in the order in which they came, and returns nothing where there are none.
 * With null it places all, returns the end of the log in any case, and keeps the lock until the transaction ends: the
 * caller takes the positions behind it.
 *
 * Each statement sees what was committed before it: the lock comes first, then the end of the log is read. A new epoch
 * begins on another server, and where the log ends before a position that a process has seen in the present one.
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
        epoch := log_state.epoch + 1;
        insert into log_epoch (log, epoch, server, after_position)
          values ('${name}', log_state.epoch + 1, log_state.here, log_state.last_position);
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

/** The function of the migration before: it returns each position that it gives. */
function formerSequencerOf({ name, columns }: { name: 'event' | 'attempt'; columns: string }): string {
  return `create function sequence_${name}(most integer, seen bigint, seen_epoch integer)
    returns table (id uuid, "position" bigint, epoch integer) language plpgsql as $$
    #variable_conflict use_column
    declare
      here text;
      known text;
      present integer;
      ended bigint;
    begin
      if not exists (select from ${name}_arrival)
        and seen <= (select coalesce(max(last.position), 0) from ${name}_position as last) then return; end if;
      perform from log_epoch where log = '${name}' and log_epoch.epoch = 1 for update;
      select coalesce(max(last.position), 0) into ended from ${name}_position as last;
      select log_epoch.epoch, server into present, known from log_epoch where log = '${name}' order by log_epoch.epoch desc limit 1;
      here := log_server();
      if known is distinct from here or (seen_epoch = present and seen > ended) then
        present := present + 1;
        insert into log_epoch (log, epoch, server, after_position) values ('${name}', present, here, ended);
      end if;
      return query with arrived as (
        delete from ${name}_arrival where arrival in (select arrival from ${name}_arrival order by arrival limit most)
        returning arrival, ${columns}
      )
      insert into ${name}_position (position, epoch, ${columns})
        select ended + row_number() over (order by arrival), present, ${columns} from arrived
        returning ${name}_id, ${name}_position.position, ${name}_position.epoch;
    end $$;`;
}
