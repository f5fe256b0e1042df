import { Migration } from '@mikro-orm/migrations';

/** Decks name the time zone of their dates. What was made before there was one was made in UTC. */
export class Migration20261122051903_time_zones extends Migration {
  override name = 'Migration20261122051903_time_zones';

  override up(): void | Promise<void> {
    this.addSql(`alter table "deck" add "time_zone" text null;`);

    this.addSql(`alter table "presentation" add "time_zone" text not null default 'UTC';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "deck" drop column "time_zone";`);

    this.addSql(`alter table "presentation" drop column "time_zone";`);
  }
}
