import { Migration } from '@mikro-orm/migrations';

/**
 * Computes the size of an event's data without reading it; the events that are there are filled in, which rewrites
 * their table. What a deleted subscription leaves in the delivery log is no longer removed with it, but after it.
 */
export class Migration20261122020948_log_sizes extends Migration {
  override name = 'Migration20261122020948_log_sizes';

  override up(): void | Promise<void> {
    this.addSql(`alter table "delivery" drop constraint "delivery_subscription_id_foreign";`);

    this.addSql(`alter table "event" add "size" int generated always as (octet_length((data)::text)) stored not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(
      `delete from "delivery" where "subscription_id" not in (select "id" from "notification_subscription");`,
    );
    this.addSql(
      `alter table "delivery" add constraint "delivery_subscription_id_foreign" foreign key ("subscription_id") references "notification_subscription" ("id") on delete cascade;`,
    );

    this.addSql(`alter table "event" drop column "size";`);
  }
}
