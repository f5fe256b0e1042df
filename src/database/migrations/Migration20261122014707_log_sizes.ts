import { Migration } from '@mikro-orm/migrations';

/** Tells the size of an event's data without reading it. Fills the events that are there: their table is rewritten. */
export class Migration20261122014707_log_sizes extends Migration {

  override name = 'Migration20261122014707_log_sizes';

  override up(): void | Promise<void> {
    this.addSql(`alter table "event" add "size" int generated always as (octet_length((data)::text)) stored not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "event" drop column "size";`);
  }

}
