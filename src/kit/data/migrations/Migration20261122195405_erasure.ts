import { Migration } from '@mikro-orm/migrations';

export class Migration20261122195405_erasure extends Migration {
  override name = 'Migration20261122195405_erasure';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "contract" add "held_until" timestamptz(3) null, add "pseudonymised_at" timestamptz(3) null;`,
    );
    this.addSql(
      `create index "contract_held_until_index" on "contract" ("held_until") where "held_until" is not null and "pseudonymised_at" is null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "contract_held_until_index";`);
    this.addSql(`alter table "contract" drop column "held_until", drop column "pseudonymised_at";`);
  }
}
