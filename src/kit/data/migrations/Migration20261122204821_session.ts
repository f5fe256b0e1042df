import { Migration } from '@mikro-orm/migrations';

export class Migration20261122204821_session extends Migration {
  override name = 'Migration20261122204821_session';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "session" ("id" uuid not null, "digest" text not null, "kind" text not null, "holder" text not null, "binding" text not null, "scopes" jsonb not null, "decks" jsonb null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`alter table "session" add constraint "session_digest_unique" unique ("digest");`);
    this.addSql(`create index "session_expires_at_index" on "session" ("expires_at");`);

    this.addSql(`alter table "access_revision" add "ended_sessions" int not null default 0;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "session" cascade;`);

    this.addSql(`alter table "access_revision" drop column "ended_sessions";`);
  }
}
