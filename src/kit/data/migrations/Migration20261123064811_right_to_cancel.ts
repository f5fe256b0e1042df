import { Migration } from '@mikro-orm/migrations';

export class Migration20261123064811_right_to_cancel extends Migration {
  override name = 'Migration20261123064811_right_to_cancel';

  override up(): void | Promise<void> {
    this.addSql(`alter table "deck" add "right_to_cancel" jsonb null;`);

    this.addSql(
      `alter table "contract" add "rescindable_until" timestamptz(3) null, add "rescinded_at" timestamptz(3) null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "contract" drop column "rescindable_until", drop column "rescinded_at";`);

    this.addSql(`alter table "deck" drop column "right_to_cancel";`);
  }
}
