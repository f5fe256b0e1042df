import { Migration } from '@mikro-orm/migrations';

/** Jobs that wait for a later attempt carry a list of deliveries now. The queue has tables of its own, made after ours. */
export class Migration20261121152500_deliver_jobs extends Migration {
  override name = 'Migration20261121152500_deliver_jobs';

  override up(): void | Promise<void> {
    this.addSql(`do $$ begin
      if to_regclass('pgboss.job') is not null then
        update pgboss.job set data = jsonb_build_object('subscriptionId', data->'subscriptionId', 'next',
          jsonb_build_array(jsonb_build_object('deliveryId', data->'deliveryId', 'attempts', data->'attempts')))
          where name = 'deliver' and data ? 'deliveryId';
      end if;
    end $$;`);
  }
}
