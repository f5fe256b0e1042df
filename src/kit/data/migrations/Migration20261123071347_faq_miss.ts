import { Migration } from '@mikro-orm/migrations';

export class Migration20261123071347_faq_miss extends Migration {
  override name = 'Migration20261123071347_faq_miss';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "faq_miss" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "presentation_id" uuid not null, "deck_id" uuid not null, "question" text not null, "words" text not null, primary key ("id"));`,
    );
    this.addSql(`create index "faq_miss_deck_id_index" on "faq_miss" ("deck_id");`);
    this.addSql(
      `alter table "faq_miss" add constraint "faq_miss_presentation_id_words_unique" unique ("presentation_id", "words");`,
    );

    this.addSql(
      `alter table "faq_miss" add constraint "faq_miss_presentation_id_foreign" foreign key ("presentation_id") references "presentation" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "faq_miss" cascade;`);
  }
}
