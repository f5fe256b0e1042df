import { Migration } from '@mikro-orm/migrations';

export class Migration20261123103126_spoken_faqs extends Migration {
  override name = 'Migration20261123103126_spoken_faqs';

  override up(): void | Promise<void> {
    this.addSql(`alter table "presentation" add "faq_narration" jsonb null;`);

    this.addSql(
      `alter table "presentation_faq" add "timing" text null, add "spoken_by" text null, add "duration_seconds" double precision null, add "script" jsonb null;`,
    );

    this.addSql(`alter table "presentation_slide" add "duration_seconds" double precision null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "presentation" drop column "faq_narration";`);

    this.addSql(
      `alter table "presentation_faq" drop column "timing", drop column "spoken_by", drop column "duration_seconds", drop column "script";`,
    );

    this.addSql(`alter table "presentation_slide" drop column "duration_seconds";`);
  }
}
