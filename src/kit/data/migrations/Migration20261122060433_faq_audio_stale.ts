import { Migration } from '@mikro-orm/migrations';

export class Migration20261122060433_faq_audio_stale extends Migration {
  override name = 'Migration20261122060433_faq_audio_stale';

  override up(): void | Promise<void> {
    this.addSql(`alter table "faq" add "audio_stale" boolean not null default false;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "faq" drop column "audio_stale";`);
  }
}
