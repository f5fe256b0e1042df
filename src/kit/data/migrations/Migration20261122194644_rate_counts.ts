import { Migration } from '@mikro-orm/migrations';

export class Migration20261122194644_rate_counts extends Migration {
  override name = 'Migration20261122194644_rate_counts';

  override up(): void | Promise<void> {
    // Unlogged: after a crash, counting begins anew.
    this.addSql(
      `create unlogged table "rate_count" ("key" varchar(255) not null, "points" int not null default 0, "expire" bigint null, primary key ("key"));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "rate_count" cascade;`);
  }
}
