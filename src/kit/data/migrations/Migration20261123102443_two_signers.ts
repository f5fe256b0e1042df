import { Migration } from '@mikro-orm/migrations';

export class Migration20261123102443_two_signers extends Migration {
  override name = 'Migration20261123102443_two_signers';

  override up(): void | Promise<void> {
    this.addSql(`alter table "contract" add "co_signer" text null, add "stored_signatures" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "contract" drop column "co_signer", drop column "stored_signatures";`);
  }
}
