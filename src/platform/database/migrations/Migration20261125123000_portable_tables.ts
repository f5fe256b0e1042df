import { Migration } from '@mikro-orm/migrations';
import { logFunctions } from '../log-functions.ts';

/**
 * Tables and functions in a form that more engines have: an index for each column that a search of decks reads, and the
 * functions of the log in PL/pgSQL. The function of the sequencer places arrivals and returns the end of the log behind
 * them, so that an insert that is a transaction of its own takes the positions that follow. The queue of the fan-out has
 * no foreign key: rows go with their events by the statement that deletes these.
 */
export class Migration20261125123000_portable_tables extends Migration {
  override name = 'Migration20261125123000_portable_tables';

  override up(): void | Promise<void> {
    this.addSql('drop function sequence_event, sequence_attempt;');
    for (const text of logFunctions()) this.addSql(text);
    this.addSql('alter table fan_out drop constraint fan_out_event_id_foreign;');
    this.addSql('drop index deck_search_index;');
    for (const column of ['name', 'description', 'brand_name']) {
      this.addSql(`create index "deck_${column}_search_index" on "deck" using gin ("${column}" gin_trgm_ops);`);
    }
  }

  override down(): void | Promise<void> {
    for (const column of ['name', 'description', 'brand_name'])
      this.addSql(`drop index "deck_${column}_search_index";`);
    this.addSql(
      `create index "deck_search_index" on "deck" using gin ("name" gin_trgm_ops, "description" gin_trgm_ops, "brand_name" gin_trgm_ops);`,
    );
    this.addSql('delete from fan_out where event_id not in (select id from event);');
    this.addSql(
      'alter table fan_out add constraint fan_out_event_id_foreign foreign key (event_id) references event (id) on update cascade on delete cascade;',
    );
    this.addSql('drop function sequence_event, sequence_attempt;');
    this.addSql(formerSequencerOf({ name: 'event', columns: 'event_id, deck_id' }));
    this.addSql(formerSequencerOf({ name: 'attempt', columns: 'attempt_id' }));
  }
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
