import { Migration } from '@mikro-orm/migrations';

/** Keeps the sequence that an event had on another server, for the cursors that were given out there. */
export class Migration20261122051735_former_sequence extends Migration {
  override name = 'Migration20261122051735_former_sequence';

  override up(): void | Promise<void> {
    this.addSql(`alter table "event" add "former_sequence" bigint null;`);
    this.addSql(
      `create index "event_former_sequence_index" on "event" ("former_sequence") where "former_sequence" is not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "event_former_sequence_index";`);
    this.addSql(`alter table "event" drop column "former_sequence";`);
  }
}
