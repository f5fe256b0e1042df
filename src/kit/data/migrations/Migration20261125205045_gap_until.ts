import { Migration } from '@mikro-orm/migrations';

/** The dispatcher keeps the order of a replay, up to this position. */
export class Migration20261125205045_gap_until extends Migration {
  override name = 'Migration20261125205045_gap_until';

  override up(): void | Promise<void> {
    this.addSql('alter table "notification_subscription" add "gap_until" bigint null;');
  }

  override down(): void | Promise<void> {
    this.addSql('alter table "notification_subscription" drop column "gap_until";');
  }
}
