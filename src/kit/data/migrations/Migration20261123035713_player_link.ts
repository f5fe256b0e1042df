import { Migration } from '@mikro-orm/migrations';

export class Migration20261123035713_player_link extends Migration {
  override name = 'Migration20261123035713_player_link';

  override up(): void | Promise<void> {
    this.addSql(`alter table "presentation_link" alter column "digest" drop not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "presentation_link" alter column "digest" set not null;`);
  }
}
