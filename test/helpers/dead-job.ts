import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expireContract } from '../../src/contracts/contracts/expire-contract.task.ts';
import type { TestApp } from './test-app.ts';

/** A job that has died, and was told of, as pg-boss leaves it; unless told the expiry of a contract that is gone. @returns its id */
export async function insertDeadJob(
  { database }: TestApp,
  { kind = expireContract.name, data = { contractId: randomUUID() } as object } = {},
): Promise<string> {
  const id = randomUUID();
  await sql`insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_retry_count, state)
    values ('dead-jobs', ${JSON.stringify(data)}, ${kind}, ${id}, now(), 9, 'completed')`.execute(
    database.connection.kysely,
  );
  return id;
}
