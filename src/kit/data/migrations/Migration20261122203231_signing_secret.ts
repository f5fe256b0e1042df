import { Migration } from '@mikro-orm/migrations';

export class Migration20261122203231_signing_secret extends Migration {
  override name = 'Migration20261122203231_signing_secret';

  override up(): void | Promise<void> {
    this.addSql(`create table "signing_secret" ("id" int not null, "secret" text not null, primary key ("id"));`);

    // From the random generator of the database, so that processes that start together agree.
    this.addSql(
      `insert into "signing_secret" ("id", "secret") values (1, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "signing_secret" cascade;`);
  }
}
