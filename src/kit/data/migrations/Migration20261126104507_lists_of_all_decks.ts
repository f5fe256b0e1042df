import { Migration } from '@mikro-orm/migrations';

export class Migration20261126104507_lists_of_all_decks extends Migration {

  override name = 'Migration20261126104507_lists_of_all_decks';

  override up(): void | Promise<void> {
    this.addSql(`create index "deck_updated_at_id_index" on "deck" ("updated_at", "id");`);

    this.addSql(`create index "presentation_homeowner_search_index" on "presentation" using gin (((homeowner->>'firstName') || ' ' || (homeowner->>'lastName')) gin_trgm_ops);`);
    this.addSql(`create index "presentation_updated_at_id_index" on "presentation" ("updated_at", "id");`);
    this.addSql(`create index "presentation_created_at_id_index" on "presentation" ("created_at", "id");`);

    this.addSql(`create index "contract_updated_at_id_index" on "contract" ("updated_at", "id");`);
    this.addSql(`create index "contract_status_created_at_id_index" on "contract" ("status", "created_at", "id");`);
    this.addSql(`create index "contract_deck_id_created_at_id_index" on "contract" ("deck_id", "created_at", "id");`);
    this.addSql(`create index "contract_created_at_id_index" on "contract" ("created_at", "id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "contract_updated_at_id_index";`);
    this.addSql(`drop index "contract_status_created_at_id_index";`);
    this.addSql(`drop index "contract_deck_id_created_at_id_index";`);
    this.addSql(`drop index "contract_created_at_id_index";`);

    this.addSql(`drop index "deck_updated_at_id_index";`);

    this.addSql(`drop index "presentation_homeowner_search_index";`);
    this.addSql(`drop index "presentation_updated_at_id_index";`);
    this.addSql(`drop index "presentation_created_at_id_index";`);
  }

}
