import { Migration } from '@mikro-orm/migrations';

export class Migration20261123141152_asking_and_telling extends Migration {
  override name = 'Migration20261123141152_asking_and_telling';

  override up(): void | Promise<void> {
    this.addSql(`drop index "faq_miss_deck_id_index";`);
    this.addSql(`create index "faq_miss_deck_id_created_at_index" on "faq_miss" ("deck_id", "created_at");`);

    this.addSql(
      `alter table "presentation_link" add "questions" int not null default 0, add "asking_since" timestamptz(3) null;`,
    );

    this.addSql(`alter table "viewer" add "told" int not null default 0;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "faq_miss_deck_id_created_at_index";`);
    this.addSql(`create index "faq_miss_deck_id_index" on "faq_miss" ("deck_id");`);

    this.addSql(`alter table "presentation_link" drop column "questions", drop column "asking_since";`);

    this.addSql(`alter table "viewer" drop column "told";`);
  }
}
