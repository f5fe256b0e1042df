import { Migration } from '@mikro-orm/migrations';

export class Migration20261122234426_event_deck_index extends Migration {
  override name = 'Migration20261122234426_event_deck_index';

  override up(): void | Promise<void> {
    this.addSql(
      `create index "event_deck_id_transaction_sequence_index" on "event" ("deck_id", "transaction", "sequence");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "event_deck_id_transaction_sequence_index";`);
  }
}
