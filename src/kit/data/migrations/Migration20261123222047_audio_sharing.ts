import { Migration } from '@mikro-orm/migrations';

export class Migration20261123222047_audio_sharing extends Migration {
  override name = 'Migration20261123222047_audio_sharing';

  override up(): void | Promise<void> {
    this.addSql(`alter table "presentation" add "audio_shared_within" uuid null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "presentation" drop column "audio_shared_within";`);
  }
}
