import { Migration } from '@mikro-orm/migrations';
import { logFunctions } from '../log-functions.ts';
import { sequencers } from './Migration20261125011500_sequenced_log.ts';

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
    for (const text of sequencers()) this.addSql(text);
  }
}
