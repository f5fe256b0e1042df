import { Migration } from '@mikro-orm/migrations';

export class Migration20261123141200_notice extends Migration {
  override name = 'Migration20261123141200_notice';

  override up(): void | Promise<void> {
    this.addSql(`alter table "contract" add "notice" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "contract" drop column "notice";`);
  }
}
