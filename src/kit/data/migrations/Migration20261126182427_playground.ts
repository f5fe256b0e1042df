import { Migration } from '@mikro-orm/migrations';

/** Tables of the webhook receivers for trying. */
export class Migration20261126182427_playground extends Migration {

  override name = 'Migration20261126182427_playground';

  override up(): void | Promise<void> {
    this.addSql(`create table "playground_receiver" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1, "subscription_id" uuid null, "answer" text not null default 'success', "delay_seconds" int not null default 5, "token" text not null, "created_by" text null, "expires_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`alter table "playground_receiver" add constraint "playground_receiver_token_unique" unique ("token");`);
    this.addSql(`create index "playground_receiver_expires_at_index" on "playground_receiver" ("expires_at");`);
    this.addSql(`create index "playground_receiver_created_by_index" on "playground_receiver" ("created_by");`);
    this.addSql(`create index "playground_receiver_created_at_id_index" on "playground_receiver" ("created_at", "id");`);

    this.addSql(`create table "playground_request" ("id" uuid not null, "headers" jsonb not null, "body" text null, "verdict" text not null, "status" int not null, "created_at" timestamptz(3) not null, "receiver_id" uuid not null, primary key ("id"));`);
    this.addSql(`create index "playground_request_receiver_id_created_at_id_index" on "playground_request" ("receiver_id", "created_at", "id");`);

    this.addSql(`alter table "playground_request" add constraint "playground_request_receiver_id_foreign" foreign key ("receiver_id") references "playground_receiver" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "playground_request" drop constraint "playground_request_receiver_id_foreign";`);

    this.addSql(`drop table if exists "playground_receiver" cascade;`);
    this.addSql(`drop table if exists "playground_request" cascade;`);
  }

}
