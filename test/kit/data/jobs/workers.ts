import { afterEach } from '@jest/globals';
import { sql } from 'kysely';
import { PostgresBus } from '../../../../src/kit/data/jobs/postgres-bus.ts';
import type { JobKind, JobOptions, Task } from '../../../../src/kit/data/jobs/task.ts';
import { createLogger } from '../../../../src/kit/core/logging.ts';
import { inTransaction } from '../../../../src/kit/data/scope.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../../helpers/test-database.ts';
import { use } from '../../../helpers/use.ts';
import { Writer } from './writer.ts';

interface JobRow {
  id: string;
  state: string;
  /** How long it waits for its first try, and from now on for its next one, in seconds. */
  delay: number;
  pause: number;
  tries: number;
}

/** One database for a file, and in each test processes that know one task each. */
class Workers {
  readonly log: string[] = [];
  database!: TestDatabase;
  readonly #open: Writer[] = [];

  /** A process that knows one task. It runs jobs only after `work`. */
  readonly openWorker = async (task: Task<object>): Promise<Writer> => {
    const logger = createLogger('info', { write: (line) => void this.log.push(line) });
    const writer = await new Writer().open(this.database, (queue) => new PostgresBus(queue), logger);
    this.#open.push(writer);
    writer.jobs.register(task);
    await writer.jobs.start();
    return writer;
  };

  readonly enqueue = async (
    { jobs, scope }: Writer,
    kind: JobKind<object>,
    ...options: JobOptions[]
  ): Promise<void> => {
    await inTransaction(scope(), (transaction) =>
      jobs.enqueue(
        transaction,
        kind,
        options.map((one) => ({ ...one, data: {} })),
      ),
    );
  };

  readonly jobsOf = async ({ name }: JobKind<object>): Promise<JobRow[]> => {
    const { rows } =
      await sql<JobRow>`select id, state::text, extract(epoch from start_after - created_on)::float as delay,
        extract(epoch from start_after - now())::float as pause, retry_count as tries
      from pgboss.job where name = ${name}`.execute(this.database.connection.kysely);
    return rows;
  };

  /** Changes the rows of a kind as nobody but a test does. */
  readonly edit = async ({ name }: JobKind<object>, changes: string): Promise<void> => {
    await sql`update pgboss.job set ${sql.raw(changes)} where name = ${name}`.execute(this.database.connection.kysely);
  };

  /** Lets the only job of a kind have its next tries at once, until it is in a state. */
  readonly hurriedTo = async (kind: JobKind<object>, state: string): Promise<void> => {
    const hurry = async (): Promise<boolean> => {
      const { kysely } = this.database.connection;
      await sql`update pgboss.job set start_after = now() where name = ${kind.name} and state = 'retry'`.execute(
        kysely,
      );
      this.#open.at(-1)?.wakeUps.jobsWaiting();
      return (await this.jobsOf(kind))[0]?.state === state;
    };
    await eventually(hurry, { timeoutMs: 30_000, what: `the state ${state}` });
  };

  readonly close = async (): Promise<void> => {
    for (const worker of this.#open.splice(0)) await worker.close();
  };
}

export function useWorkers(): Workers {
  const workers = new Workers();
  use(async () => {
    workers.database = await createTestDatabase();
    return () => workers.database.remove();
  });
  afterEach(workers.close);
  return workers;
}
