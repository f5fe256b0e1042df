import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import {
  readOne,
  type Batch,
  countFrom,
  type CountedPage,
  deadJobQueue,
  Keyset,
  notedReason,
  type PageRequest,
  pageSize,
  type RequestScope,
  toPage,
  traceMember,
  type TransactionScope,
  where,
} from '../../kit/data/index.ts';
import { notFound } from '../../kit/core/index.ts';
import { sightOf } from '../../kit/rights/index.ts';
import { DeadJob } from './dead-job.ts';

type Row = Omit<DeadJob, 'reason' | 'enqueuedAt' | 'createdAt'> & {
  readonly output: unknown;
  readonly enqueuedAt: Date | string;
  readonly createdAt: Date | string;
};

const columns = sql`source_id as id, source_name as kind, coalesce(data - ${traceMember}::text, '{}') as data, group_id as "group",
  source_retry_count + 1 as "attemptCount", source_output as output, source_created_on as "enqueuedAt", created_on as "createdAt"`;
const isDead = sql`name = ${deadJobQueue} and source_id is not null`;

/** Dead jobs belong to no deck, so that an actor that is limited to decks sees none. */
function visibleJobs(em: SqlEntityManager): RawBuilder<unknown> {
  return sightOf(em).decks === null ? isDead : sql`false`;
}

export function deadJobIds(em: SqlEntityManager, ids: readonly string[]): RawBuilder<unknown> {
  return sql`select source_id as id from pgboss.job where ${visibleJobs(em)} and source_id = any(${ids}::uuid[])`;
}

/** Batch for the DataLoader: dead jobs in the order of their ids, null where there is none. */
export const deadJobsById: Batch<string, DeadJob | null> = async (em, ids) => {
  const found = new Map((await select(em, sql`source_id = any(${ids}::uuid[])`)).map((job) => [job.id, job]));
  return ids.map((id) => found.get(id) ?? null);
};

/** Reads one dead job. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export function readDeadJob(scope: RequestScope, jobId: string): Promise<DeadJob> {
  return readOne(scope.em, deadJobsById, jobId, { noun: 'dead job', parameter: 'jobId' });
}

const keyset = new Keyset('newest first');

/** A page of the dead jobs, newest first. */
export async function listDeadJobs({ em }: RequestScope, page: PageRequest): Promise<CountedPage<DeadJob>> {
  const size = pageSize(page);
  // Cursors have millisecond precision.
  const listed = sql`(select source_id as id, date_trunc('milliseconds', created_on) as created_at
    from pgboss.job where ${visibleJobs(em)}) as dead`;
  const ids = sql`source_id in (select id from ${listed} ${where(keyset.after(page.after))}
    order by ${keyset.order} limit ${size + 1})`;
  const rows = await select(em, ids, sql`order by date_trunc('milliseconds', created_on) desc, source_id desc`);
  return { ...toPage(rows, size, (job) => keyset.cursorOf(job)), countAll: () => countFrom(em, listed) };
}

/** Removes a dead job and returns it. @throws AppError `NOT_FOUND` */
export async function takeDeadJob(transaction: TransactionScope, jobId: string): Promise<DeadJob> {
  const job = await readDeadJob(transaction, jobId);
  const taken = await sql`delete from pgboss.job where ${isDead} and source_id = ${job.id} returning 1`.execute(
    transaction.em.getKysely<unknown>(),
  );
  if (taken.rows.length === 0) throw notFound('dead job', job.id);
  return job;
}

/** Locks the next dead job that is not announced; null when there is none. @param skipped ids to pass over */
export async function nextUnannounced({ em }: TransactionScope, skipped: readonly string[]): Promise<DeadJob | null> {
  const [job] = await select(
    em,
    sql`state = 'created' and source_id <> all(${skipped}::uuid[])`,
    sql`order by created_on, source_id limit 1 for update skip locked`,
  );
  return job ?? null;
}

/** Marks a dead job as announced. From then on the retention of its queue applies. */
export async function markAnnounced({ em }: TransactionScope, { id }: DeadJob): Promise<void> {
  await sql`update pgboss.job set state = 'completed', completed_on = now() where ${isDead} and source_id = ${id}`.execute(
    em.getKysely<unknown>(),
  );
}

async function select(
  em: SqlEntityManager,
  condition: RawBuilder<unknown>,
  clauses: RawBuilder<unknown> = sql``,
): Promise<DeadJob[]> {
  const rows =
    await sql<Row>`select ${columns} from pgboss.job where ${visibleJobs(em)} and ${condition} ${clauses}`.execute(
      em.getKysely<unknown>(),
    );
  return rows.rows.map(({ output, enqueuedAt, createdAt, ...row }) =>
    Object.assign(new DeadJob(), row, {
      reason: notedReason(output),
      enqueuedAt: new Date(enqueuedAt),
      createdAt: new Date(createdAt),
    }),
  );
}
