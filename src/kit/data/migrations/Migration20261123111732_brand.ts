import { Migration } from '@mikro-orm/migrations';

export class Migration20261123111732_brand extends Migration {
  override name = 'Migration20261123111732_brand';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "logo" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "deck_id" uuid not null, "png" text not null, "is_held" boolean not null default false, primary key ("id"));`,
    );
    this.addSql(`create index "logo_deck_id_index" on "logo" ("deck_id");`);

    this.addSql(`alter table "deck" add "brand" jsonb null;`);

    this.addSql(`alter table "contract" add "brand" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "logo" cascade;`);

    this.addSql(`alter table "contract" drop column "brand";`);

    this.addSql(`alter table "deck" drop column "brand";`);
  }
}
