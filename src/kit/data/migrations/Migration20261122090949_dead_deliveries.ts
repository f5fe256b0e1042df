import { Migration } from '@mikro-orm/migrations';

export class Migration20261122090949_dead_deliveries extends Migration {
  override name = 'Migration20261122090949_dead_deliveries';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "dead_notice" ("subscription_id" uuid not null, "died_at" timestamptz(3) null, "told_at" timestamptz(3) null, "untold" int not null default 0, "first_delivery_id" uuid null, "last" jsonb null, "held_from" jsonb null, primary key ("subscription_id"));`,
    );

    this.addSql(`alter table "delivery" add "skip_reason" text null;`);

    this.addSql(`alter table "fan_out" add "died_at" timestamptz(3) null;`);

    this.addSql(
      `alter table "dead_notice" add constraint "dead_notice_subscription_id_foreign" foreign key ("subscription_id") references "notification_subscription" ("id") on update cascade on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "dead_notice" cascade;`);

    this.addSql(`alter table "delivery" drop column "skip_reason";`);

    this.addSql(`alter table "fan_out" drop column "died_at";`);
  }
}
