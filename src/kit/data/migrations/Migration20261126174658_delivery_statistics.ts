import { Migration } from '@mikro-orm/migrations';

/** Tables of the statistics of deliveries, which begin where the logs end now. */
export class Migration20261126174658_delivery_statistics extends Migration {

  override name = 'Migration20261126174658_delivery_statistics';

  override up(): void | Promise<void> {
    this.addSql(`create table "delivery_statistic" ("subscription_id" uuid not null, "seconds" int not null, "start" timestamptz(0) not null, "event_count" int not null default 0, "delivered_count" int not null default 0, "failed_attempt_count" int not null default 0, "dead_count" int not null default 0, "backlog_count" int not null default 0, "latencies" integer[] null, primary key ("subscription_id", "seconds", "start"));`);
    this.addSql(`create index "delivery_statistic_seconds_start_index" on "delivery_statistic" ("seconds", "start");`);

    this.addSql(`create table "delivery_statistic_progress" ("id" int not null, "event_position" bigint not null, "attempt_position" bigint not null, "backlog_at" timestamptz(3) not null, primary key ("id"));`);
    // What was before is not counted: only the last attempts have a position.
    this.addSql(`insert into "delivery_statistic_progress" ("id", "event_position", "attempt_position", "backlog_at") values (1, coalesce((select max("position") from "event_position"), 0),
      coalesce((select max("position") from "attempt_position"), 0), now());`);

    this.addSql(`alter table "delivery_attempt" add "gave_up" boolean not null default false;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "delivery_statistic" cascade;`);
    this.addSql(`drop table if exists "delivery_statistic_progress" cascade;`);

    this.addSql(`alter table "delivery_attempt" drop column "gave_up";`);
  }

}
