import { Migration } from '@mikro-orm/migrations';

export class Migration20261120135421_filter_probe_progress extends Migration {
  override name = 'Migration20261120135421_filter_probe_progress';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "notification_subscription" add "probe_id" uuid null, add "gap_since" timestamptz(3) null, add "filter" jsonb null;`,
    );

    this.addSql(`alter table "delivery" add "progress" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "delivery" drop column "progress";`);

    this.addSql(
      `alter table "notification_subscription" drop column "probe_id", drop column "gap_since", drop column "filter";`,
    );
  }
}
