import { Migration } from '@mikro-orm/migrations';

export class Migration20261122172504_api_key extends Migration {
  override name = 'Migration20261122172504_api_key';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "access_revision" ("id" int not null, "revision" int not null default 0, primary key ("id"));`,
    );

    this.addSql(`insert into "access_revision" ("id", "revision") values (1, 0);`);

    this.addSql(
      `create table "api_key" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1, "name" text not null, "scopes" jsonb not null, "lookup" text not null, "digest" text not null, "previous_digest" text null, "previous_until" timestamptz(3) null, "expires_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`alter table "api_key" add constraint "api_key_lookup_unique" unique ("lookup");`);
    this.addSql(`create index "api_key_created_at_id_index" on "api_key" ("created_at", "id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "access_revision" cascade;`);
    this.addSql(`drop table if exists "api_key" cascade;`);
  }
}
