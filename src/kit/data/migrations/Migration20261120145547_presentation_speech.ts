import { Migration } from '@mikro-orm/migrations';

export class Migration20261120145547_presentation_speech extends Migration {
  override name = 'Migration20261120145547_presentation_speech';

  override up(): void | Promise<void> {
    this.addSql(`alter table "faq" add "translations" jsonb not null default '{}';`);

    this.addSql(
      `alter table "presentation" add "faqs" jsonb not null default '[]', add "source" jsonb null, add "narration" jsonb null, add "billed_characters" int not null default 0, add "reused_characters" int not null default 0;`,
    );

    this.addSql(`alter table "slide" add "translations" jsonb not null default '{}';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "faq" drop column "translations";`);

    this.addSql(
      `alter table "presentation" drop column "faqs", drop column "source", drop column "narration", drop column "billed_characters", drop column "reused_characters";`,
    );

    this.addSql(`alter table "slide" drop column "translations";`);
  }
}
