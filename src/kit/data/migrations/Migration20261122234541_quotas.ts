import { Migration } from '@mikro-orm/migrations';

export class Migration20261122234541_quotas extends Migration {
  override name = 'Migration20261122234541_quotas';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "quota_use" ("day" date not null, "key" text not null, "quota" text not null, "slot" smallint not null, "amount" bigint not null, primary key ("day", "key", "quota", "slot"));`,
    );

    this.addSql(`alter table "delivery" add "wait_reason" text null;`);

    this.addSql(`alter table "notification_subscription" add "created_by" text null;`);
    this.addSql(
      `create index "notification_subscription_created_by_index" on "notification_subscription" ("created_by");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "quota_use" cascade;`);

    this.addSql(`alter table "delivery" drop column "wait_reason";`);

    this.addSql(`drop index "notification_subscription_created_by_index";`);
    this.addSql(`alter table "notification_subscription" drop column "created_by";`);
  }
}
