import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/core';
import { PgliteDriver } from '@mikro-orm/pglite';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { AbstractSqlDriver, SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import { DeadNotice } from '../delivery/dead-notice.entity.ts';
import { DeliveryLane } from '../delivery/delivery-lane.entity.ts';
import { Attempt, Delivery } from '../delivery/delivery.entity.ts';
import { Event } from '../events/event.entity.ts';
import { FanOut } from '../events/fan-out.entity.ts';
import { IdempotencyKey } from '../idempotency/idempotency-key.entity.ts';
import { Contract } from '../modules/contracts/contract.entity.ts';
import { Deck } from '../modules/decks/deck.entity.ts';
import { Faq } from '../modules/faqs/faq.entity.ts';
import { Presentation } from '../modules/presentations/presentation.entity.ts';
import { StoredFaq, StoredSlide } from '../modules/presentations/presentation-part.entity.ts';
import { Slide } from '../modules/slides/slide.entity.ts';
import { NotificationSubscription } from '../modules/subscriptions/subscription.entity.ts';
import type { DatabaseConnection } from './connection.ts';
import { migrations } from './migrations.ts';
import { refuseNewerDatabase } from './newer-database.ts';
import { type StartTurn, takeTurn } from './start-turn.ts';

/** MikroORM on either database. Its `em` is a root: everyone works on a fork of it. */
export type Orm = MikroORM<AbstractSqlDriver, SqlEntityManager<AbstractSqlDriver>>;

export async function openOrm(connection: DatabaseConnection, log: Logger): Promise<Orm> {
  return MikroORM.init<AbstractSqlDriver, SqlEntityManager<AbstractSqlDriver>>({
    driver: connection.kind === 'pglite' ? PgliteDriver : PostgreSqlDriver,
    entities: [
      Deck,
      Slide,
      Faq,
      Presentation,
      StoredSlide,
      StoredFaq,
      Contract,
      NotificationSubscription,
      Event,
      FanOut,
      Delivery,
      DeliveryLane,
      DeadNotice,
      Attempt,
      IdempotencyKey,
    ],
    driverOptions: connection.kysely,
    dbName: connection.name,
    extensions: [Migrator],
    migrations: {
      migrationsList: [...migrations],
      path: 'src/database/migrations',
      snapshotOnMigrate: false,
      snapshotName: 'schema',
    },
    schemaGenerator: { ignoreSchema: ['pgboss'] },
    logger: (message: string): void => log.debug(message),
  });
}

/** Any fixed number: processes that start together agree on it and migrate one after the other. */
const migrationLock = 7_241_930;

/**
 * Brings the tables up to date, however long that takes. Processes that start together wait for each other.
 *
 * @throws StartupError when they are those of a newer version
 */
export async function migrate(
  orm: Orm,
  connection: DatabaseConnection,
  { log, stopping }: Pick<StartTurn, 'log' | 'stopping'>,
): Promise<void> {
  if (connection.kind === 'pglite') {
    await refuseNewerDatabase(connection.kysely);
    await orm.migrator.up();
    return;
  }
  await connection.patiently(async (database) => {
    const transaction = await database.startTransaction().execute();
    try {
      await takeTurn(transaction, { lock: migrationLock, what: 'migrates the database', log, stopping });
      await refuseNewerDatabase(transaction);
      await orm.migrator.up({ transaction });
      await transaction.commit().execute();
    } catch (error) {
      // The first error tells why; a rollback that fails as well has lost the connection.
      await transaction
        .rollback()
        .execute()
        .catch(() => undefined);
      throw error;
    }
  });
}
