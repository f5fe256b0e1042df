import { Migration } from '@mikro-orm/migrations';

export class Migration20261120152205_idempotency_key extends Migration {
  override name = 'Migration20261120152205_idempotency_key';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "idempotency_key" ("key" text not null, "request" text not null, "results" jsonb not null, "created_at" timestamptz(3) not null, primary key ("key"));`,
    );
    this.addSql(`create index "idempotency_key_created_at_index" on "idempotency_key" ("created_at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "idempotency_key" cascade;`);
  }
}
