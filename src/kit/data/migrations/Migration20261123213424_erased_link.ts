import { Migration } from '@mikro-orm/migrations';

export class Migration20261123213424_erased_link extends Migration {
  override name = 'Migration20261123213424_erased_link';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "erased_link" ("lookup" text not null, "digest" text null, "erased_at" timestamptz(3) not null, primary key ("lookup"));`,
    );
    this.addSql(`create index "erased_link_erased_at_index" on "erased_link" ("erased_at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "erased_link" cascade;`);
  }
}
