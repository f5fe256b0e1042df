import { Migration } from '@mikro-orm/migrations';

export class Migration20261123215915_link_hours extends Migration {
  override name = 'Migration20261123215915_link_hours';

  override up(): void | Promise<void> {
    this.addSql(`alter table "presentation_link" add "hourly" jsonb not null default '{}';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "presentation_link" drop column "hourly";`);
  }
}
