import { Migration } from '@mikro-orm/migrations';

export class Migration20261126104200_link_rights_changed extends Migration {

  override name = 'Migration20261126104200_link_rights_changed';

  override up(): void | Promise<void> {
    this.addSql(`alter table "presentation_link" add "rights_changed_at" timestamptz(3) null;`);
    this.addSql(`create index "presentation_link_rights_changed_at_index" on "presentation_link" ("rights_changed_at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "presentation_link_rights_changed_at_index";`);
    this.addSql(`alter table "presentation_link" drop column "rights_changed_at";`);
  }

}
