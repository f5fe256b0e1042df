import { Migration } from '@mikro-orm/migrations';

export class Migration20261123072454_signature_drawing extends Migration {
  override name = 'Migration20261123072454_signature_drawing';

  override up(): void | Promise<void> {
    this.addSql(`alter table "contract" add "signature_drawing" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "contract" drop column "signature_drawing";`);
  }
}
