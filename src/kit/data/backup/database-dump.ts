import { StartupError } from '../../core/index.ts';
import type { DatabaseConnection } from '../connections/connection.ts';

/** Runs a statement on the database as it was at the moment of its dump. */
export type Ask = <Row extends object>(statement: string) => Promise<Row[]>;

/** A file of a dump: its name, and where it is until it is in an archive. */
export interface DumpFile {
  readonly name: string;
  readonly path: string;
}

/** A dump of a database, and what was read of it at the same moment. */
export interface DatabaseDump<Facts> {
  readonly engine: DatabaseConnection['kind'];
  /** Of the database, such as 17.2. */
  readonly engineVersion: string;
  readonly files: readonly DumpFile[];
  readonly facts: Facts;
}

/** A backup or a restore cannot be made. The message names the cause and the fix for the operator. */
export class BackupError extends StartupError {}

/** How many rows each table of ours and of the job queue has. */
export async function countTables(ask: Ask): Promise<Record<string, number>> {
  const tables = await ask<{ name: string }>(`select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'pgboss') order by 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await ask<{ count: number }>(`select count(*)::float8 as count from ${name}`);
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

export async function versionOf(ask: Ask): Promise<string> {
  const [row] = await ask<{ version: string }>(`select current_setting('server_version') as version`);
  return /^[\d.]+/.exec(row?.version ?? '')?.[0] ?? '';
}
