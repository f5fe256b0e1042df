import { Migration } from '@mikro-orm/migrations';

export class Migration20261126175230_homeowners_in_mails extends Migration {

  override name = 'Migration20261126175230_homeowners_in_mails';

  override up(): void | Promise<void> {
    this.addSql(`alter table "notification_subscription" add "is_homeowner_named" boolean not null default false;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "notification_subscription" drop column "is_homeowner_named";`);
  }

}
