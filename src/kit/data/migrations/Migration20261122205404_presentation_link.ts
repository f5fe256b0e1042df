import { Migration } from '@mikro-orm/migrations';

export class Migration20261122205404_presentation_link extends Migration {
  override name = 'Migration20261122205404_presentation_link';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "presentation_link" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1, "presentation_id" uuid not null, "deck_id" uuid not null, "name" text not null, "scope" text not null, "is_one_time" boolean not null, "expires_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, "visits" int not null default 0, "last_visited_at" timestamptz(3) null, "lookup" text not null, "digest" text not null, primary key ("id"));`,
    );
    this.addSql(`alter table "presentation_link" add constraint "presentation_link_lookup_unique" unique ("lookup");`);
    this.addSql(`create index "presentation_link_revoked_at_index" on "presentation_link" ("revoked_at");`);
    this.addSql(
      `create index "presentation_link_presentation_id_created_at_id_index" on "presentation_link" ("presentation_id", "created_at", "id");`,
    );

    this.addSql(`alter table "contract" add "signer_link_id" uuid null;`);

    this.addSql(
      `alter table "presentation_link" add constraint "presentation_link_presentation_id_foreign" foreign key ("presentation_id") references "presentation" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "presentation_link" cascade;`);

    this.addSql(`alter table "contract" drop column "signer_link_id";`);
  }
}
