import { systemActor } from '../../../../src/kit/rights/actor.ts';
import { randomUUID } from 'node:crypto';
import { type Logger, pino } from 'pino';
import type { DatabaseConnection } from '../../../../src/kit/data/connections/connection.ts';
import { openDatabase } from '../../../../src/kit/data/connections/open-database.ts';
import { catalogue } from '../../../../src/composition/modules.ts';
import { openOrm } from '../../../../src/kit/data/orm.ts';
import { Event } from '../../../../src/delivery/events/event.entity.ts';
import { countEvents, EventLog } from '../../../../src/delivery/events/event-log.ts';
import type { MakeBus } from '../../../../src/kit/data/jobs/bus.ts';
import { eventLog } from '../../../../src/kit/live/sequenced-logs.ts';
import { Sequencer } from '../../../../src/kit/live/sequencer.ts';
import { JobQueue } from '../../../../src/kit/data/jobs/job-queue.ts';
import { PostgresBus } from '../../../../src/kit/data/jobs/postgres-bus.ts';
import { WakeUps } from '../../../../src/kit/data/jobs/wake-ups.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../../../src/kit/data/scope.ts';
import { Metrics } from '../../../../src/kit/core/metrics/metrics.ts';
import type { TestApp } from '../../../helpers/test-app.ts';
import type { TestDatabase } from '../../../helpers/test-database.ts';
import { use } from '../../../helpers/use.ts';
import { withSight } from '../../../../src/kit/rights/sight.ts';

const silent = pino({ level: 'silent' });

/** Connections that a writer's use cases may hold. */
export const writerPoolSize = 12;

/**
 * The parts of a second process that writes to a test's database, below its APIs: for what no request can do, such
 * as holding a transaction open. On PGlite it shares the one session, and its wake-ups reach nobody.
 */
export class Writer {
  jobs!: JobQueue;
  events!: EventLog;
  sequencer!: Sequencer;
  wakeUps!: WakeUps;
  scope!: () => RequestScope;
  #ownConnection: DatabaseConnection | null = null;

  async open(
    { url, connection }: TestDatabase,
    makeBus: MakeBus = (queue) => new PostgresBus(queue),
    log: Logger = silent,
  ): Promise<this> {
    this.#ownConnection = url === null ? null : await openDatabase({ url, poolSize: writerPoolSize, dataDir: '', log });
    const orm = await openOrm(this.#ownConnection ?? connection, catalogue.entities, log);
    this.wakeUps = new WakeUps(url === null ? null : makeBus, log);
    this.jobs = new JobQueue(this.#ownConnection ?? connection, this.wakeUps, log);
    const { kysely } = this.#ownConnection ?? connection;
    this.sequencer = new Sequencer(kysely, eventLog, this.wakeUps.eventsRecorded, log);
    this.events = new EventLog(this.sequencer, countEvents(new Metrics(), []));
    this.scope = () => {
      return {
        em: withSight(orm.em.fork(), systemActor),
        actor: systemActor,
        requestId: randomUUID(),
        log,
        now: () => new Date(),
      };
    };
    return this;
  }

  /** Appends events of one type in one transaction, and does what else has to happen before it ends. */
  async append(
    type: string,
    {
      count = 1,
      beforeEnd = async () => {},
    }: { count?: number; beforeEnd?: (scope: TransactionScope) => Promise<void> } = {},
  ): Promise<Event[]> {
    return inTransaction(this.scope(), async (transaction) => {
      const events = Array.from({ length: count }, () => Object.assign(new Event(), { type }));
      for (const event of events) await this.events.append(transaction, event);
      await beforeEnd(transaction);
      return events;
    });
  }

  async close(): Promise<void> {
    await this.jobs.drain(1_000);
    await this.sequencer.stop();
    await this.#ownConnection?.close();
  }
}

/** One writer beside an app, for all tests of a file or block. */
export function useWriter(app: TestApp): Writer {
  const writer = new Writer();
  use(async () => {
    await writer.open(app.database);
    await writer.jobs.start();
    return () => writer.close();
  });
  return writer;
}
