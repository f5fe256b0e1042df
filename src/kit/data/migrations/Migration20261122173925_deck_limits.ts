import { Migration } from '@mikro-orm/migrations';

export class Migration20261122173925_deck_limits extends Migration {
  override name = 'Migration20261122173925_deck_limits';

  override up(): void | Promise<void> {
    this.addSql(`alter table "api_key" add "decks" jsonb null;`);

    this.addSql(
      `create index "presentation_faq_audio_url_index" on "presentation_faq" ("audio_url") where "audio_url" is not null;`,
    );

    this.addSql(
      `create index "presentation_slide_audio_url_index" on "presentation_slide" ("audio_url") where "audio_url" is not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "api_key" drop column "decks";`);

    this.addSql(`drop index "presentation_faq_audio_url_index";`);

    this.addSql(`drop index "presentation_slide_audio_url_index";`);
  }
}
