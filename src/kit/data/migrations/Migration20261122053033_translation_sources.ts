import { Migration } from '@mikro-orm/migrations';

export class Migration20261122053033_translation_sources extends Migration {
  override name = 'Migration20261122053033_translation_sources';

  override up(): void | Promise<void> {
    this.addSql(`alter table "faq" add "translation_sources" jsonb not null default '{}';`);

    this.addSql(`alter table "slide" add "translation_sources" jsonb not null default '{}';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "faq" drop column "translation_sources";`);

    this.addSql(`alter table "slide" drop column "translation_sources";`);
  }
}
