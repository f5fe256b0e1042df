import { Migration } from '@mikro-orm/migrations';

export class Migration20261127055424_traces extends Migration {

  override name = 'Migration20261127055424_traces';

  override up(): void | Promise<void> {
    this.addSql(`alter table "event" add "traceparent" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "event" drop column "traceparent";`);
  }

}
