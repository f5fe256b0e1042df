import { Migration } from '@mikro-orm/migrations';

export class Migration20261126175122_image extends Migration {

  override name = 'Migration20261126175122_image';

  override up(): void | Promise<void> {
    this.addSql(`create table "image" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "url" text not null, "width" int not null, "height" int not null, "byte_size" int not null, "content_type" text not null, "deck_id" uuid not null, "unused_since" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`create index "image_unused_since_index" on "image" ("unused_since") where "unused_since" is not null;`);
    this.addSql(`create index "image_url_index" on "image" ("url");`);
    this.addSql(`create index "image_deck_id_created_at_id_index" on "image" ("deck_id", "created_at", "id");`);
    this.addSql(`alter table "image" add constraint "image_deck_id_url_unique" unique ("deck_id", "url");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "image" cascade;`);

    this.addSql(`drop index if exists "presentation_slide_brand_logo_index";`);
    this.addSql(`drop index if exists "presentation_slide_hero_img_index";`);
  }

}
