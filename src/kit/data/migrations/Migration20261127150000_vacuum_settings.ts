import { Migration } from '@mikro-orm/migrations';

/** Lets autovacuum visit the tables of the logs ten times as often: a fifth of a long log is a long visit. */
export class Migration20261127150000_vacuum_settings extends Migration {

  override name = 'Migration20261127150000_vacuum_settings';

  override up(): void | Promise<void> {
    for (const table of ['event', 'event_position', 'delivery', 'delivery_attempt', 'attempt_position']) {
      // Engines without autovacuum refuse its settings.
      this.addSql(`do $$ begin alter table "${table}" set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02); exception when others then null; end $$;`);
    }
  }

  override down(): void | Promise<void> {
    for (const table of ['event', 'event_position', 'delivery', 'delivery_attempt', 'attempt_position']) {
      this.addSql(`do $$ begin alter table "${table}" reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor, autovacuum_analyze_scale_factor); exception when others then null; end $$;`);
    }
  }

}
