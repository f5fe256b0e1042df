import { Migration } from '@mikro-orm/migrations';

export class Migration20261123031625_deck_search extends Migration {
  override name = 'Migration20261123031625_deck_search';

  override up(): void | Promise<void> {
    // A trusted extension of PostgreSQL: who owns the database may create it.
    this.addSql(`create extension if not exists pg_trgm;`);
    this.addSql(
      `create index "deck_search_index" on "deck" using gin ("name" gin_trgm_ops, "description" gin_trgm_ops, "brand_name" gin_trgm_ops);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "deck_search_index";`);
  }
}
