import { Migration } from '@mikro-orm/migrations';

export class Migration20261123082817_embed_origins extends Migration {
  override name = 'Migration20261123082817_embed_origins';

  override up(): void | Promise<void> {
    this.addSql(`alter table "deck" add "embed_origins" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "deck" drop column "embed_origins";`);
  }
}
