import { sql } from 'kysely';
import type { Schemas } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import type { TestApp } from '../../helpers/test-app.ts';

/** An entry as REST shows it. */
export type EntryAnswer = Schemas['AuditEntry'];

export interface LogAnswer {
  readonly entries: readonly EntryAnswer[];
  readonly head: { readonly number: number; readonly hash: string; readonly pendingCount: number };
}

/** A page of the log. */
export async function readLog({ rest }: TestApp, query = ''): Promise<LogAnswer> {
  return (await rest.get<LogAnswer>(`/api/audit?${query}`)).body;
}

/** Waits until every entry has a place in the chain. */
export async function allChained(app: TestApp): Promise<LogAnswer['head']> {
  return eventually(async () => {
    const { head } = await readLog(app, 'limit=1');
    return head.pendingCount === 0 && head;
  });
}

/** Runs a statement as somebody does who owns the tables: past what refuses changes. */
export async function tamper({ database }: TestApp, statement: string): Promise<void> {
  const { kysely } = database.connection;
  const tables = ['audit_entry', 'audit_link'];
  for (const table of tables) await sql.raw(`alter table ${table} disable trigger append_only`).execute(kysely);
  await sql.raw(statement).execute(kysely);
  for (const table of tables) await sql.raw(`alter table ${table} enable trigger append_only`).execute(kysely);
}
