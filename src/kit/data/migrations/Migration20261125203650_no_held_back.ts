import { Migration } from '@mikro-orm/migrations';

/**
 * A failing subscription gets no `delivery.dead`, so nothing is held back for it. Processes of versions that use these
 * columns cannot record dead deliveries on this table: stop them first.
 */
export class Migration20261125203650_no_held_back extends Migration {
  override name = 'Migration20261125203650_no_held_back';

  override up(): void | Promise<void> {
    this.addSql('alter table "dead_notice" drop column "died_at", drop column "held_since";');
    this.addSql(`do $$ begin
      if to_regclass('pgboss.job') is not null then delete from pgboss.job where name = 'tell-held-back'; end if;
    end $$;`);
  }

  override down(): void | Promise<void> {
    this.addSql('alter table "dead_notice" add "died_at" timestamptz(3) null, add "held_since" bigint null;');
  }
}
