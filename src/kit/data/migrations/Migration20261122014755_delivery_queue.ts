import { Migration } from '@mikro-orm/migrations';

/**
 * Deliveries and fan-outs have queues of their own: the rows themselves. Waiting jobs are carried over, also those
 * that had used up their retries; the queue's tables are made after ours, so they may be missing.
 */
export class Migration20261122014755_delivery_queue extends Migration {
  override name = 'Migration20261122014755_delivery_queue';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "delivery_lane" ("subscription_id" uuid not null, "owner" uuid not null, "leased_until" timestamptz(3) not null, primary key ("subscription_id"));`,
    );

    this.addSql(
      `create table "fan_out" ("event_id" uuid not null, "after_subscription" uuid null, "due_at" timestamptz(6) not null default clock_timestamp(), "failures" int not null default 0, "error" text null, primary key ("event_id"));`,
    );
    this.addSql(`create index "fan_out_due_at_event_id_index" on "fan_out" ("due_at", "event_id");`);

    this.addSql(`alter table "notification_subscription" add "created_in" xid8 not null default '0';`);
    this.addSql(`alter table "notification_subscription" alter column "created_in" set default pg_current_xact_id();`);

    this.addSql(
      `create index "delivery_subscription_id_next_attempt_at_id_index" on "delivery" ("subscription_id", "next_attempt_at", "id") where "status" = 'pending';`,
    );

    this.addSql(
      `alter table "fan_out" add constraint "fan_out_event_id_foreign" foreign key ("event_id") references "event" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(`update delivery set next_attempt_at = now() where status = 'pending' and next_attempt_at is null;`);
    this.addSql(`do $$ begin
      if to_regclass('pgboss.job') is not null then
        insert into fan_out (event_id) select event.id
          from (select distinct (data->>'eventId')::uuid as id from pgboss.job
            where name = 'fan-out-event' and state <> 'completed' and state <> 'cancelled') as waiting
          join event on event.id = waiting.id
          on conflict (event_id) do nothing;
        delete from pgboss.job where name in ('fan-out-event', 'deliver');
      end if;
    end $$;`);
  }
}
