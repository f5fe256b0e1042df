import { Migration } from '@mikro-orm/migrations';

export class Migration20261123072503_watching extends Migration {
  override name = 'Migration20261123072503_watching';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "viewer" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "link_id" uuid not null, "presentation_id" uuid not null, "deck_id" uuid not null, "browser_id" uuid not null, "opens" int not null default 0, "reports" int not null default 0, primary key ("id"));`,
    );
    this.addSql(`create index "viewer_presentation_id_index" on "viewer" ("presentation_id");`);
    this.addSql(
      `alter table "viewer" add constraint "viewer_link_id_browser_id_unique" unique ("link_id", "browser_id");`,
    );

    this.addSql(
      `create table "slide_watch" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "viewer_id" uuid not null, "slide_id" uuid not null, "seconds" double precision not null default 0, "completed" boolean not null default false, "tiers" jsonb not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "slide_watch" add constraint "slide_watch_viewer_id_slide_id_unique" unique ("viewer_id", "slide_id");`,
    );

    this.addSql(`alter table "deck" add "is_watched" boolean not null default true;`);

    this.addSql(
      `alter table "viewer" add constraint "viewer_link_id_foreign" foreign key ("link_id") references "presentation_link" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "slide_watch" add constraint "slide_watch_viewer_id_foreign" foreign key ("viewer_id") references "viewer" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "slide_watch" drop constraint "slide_watch_viewer_id_foreign";`);

    this.addSql(`drop table if exists "viewer" cascade;`);
    this.addSql(`drop table if exists "slide_watch" cascade;`);

    this.addSql(`alter table "deck" drop column "is_watched";`);
  }
}
