import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { BackupError } from './database-dump.ts';

/** Parameters of a connection string that the programs of PostgreSQL know. The driver of Node knows others. */
const known = new Set([
  'host',
  'port',
  'sslmode',
  'sslcert',
  'sslkey',
  'sslrootcert',
  'channel_binding',
  'connect_timeout',
  'options',
  'target_session_attrs',
]);

/** Most characters of what a program has written that are repeated. */
const mostRepeated = 1_000;

export interface PostgresProgram {
  readonly name: 'pg_dump' | 'pg_restore';
  readonly args: readonly string[];
  /** The database, as DATABASE_URL names it. */
  readonly url: string;
  /** A folder of our own, for the file with the password: arguments and environments of processes are visible. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Runs a program of PostgreSQL on a database. @throws BackupError with the cause and the fix */
export async function runPostgresProgram({ name, args, url, folder, signal }: PostgresProgram): Promise<void> {
  const database = await connectionString(url, folder);
  const child = spawn(name, [...args, `--dbname=${database}`], { signal, stdio: ['ignore', 'ignore', 'pipe'] });
  let written = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => (written = `${written}${text}`.slice(-10 * mostRepeated)));
  const ended = await new Promise<number | Error | null>((resolve) => {
    child.on('error', resolve);
    child.on('close', resolve);
  });
  signal.throwIfAborted();
  if (ended instanceof Error) throw notStarted(name, ended);
  if (ended !== 0) throw new BackupError(failure(name, written));
}

async function connectionString(url: string, folder: string): Promise<string> {
  const changed = new URL(url);
  const { password } = new pg.Client({ connectionString: url });
  changed.password = '';
  const parameters = [...changed.searchParams].filter(([parameter]) => known.has(parameter));
  changed.search = new URLSearchParams(parameters).toString();
  if (changed.searchParams.get('sslmode') === 'no-verify') changed.searchParams.set('sslmode', 'require');
  if (typeof password === 'string' && password !== '') {
    const file = path.join(folder, 'pgpass');
    const escaped = password.replaceAll(/[\\:]/g, String.raw`\$&`);
    await writeFile(file, `*:*:*:*:${escaped}\n`, { mode: 0o600 });
    changed.searchParams.set('passfile', file);
  }
  // A form would write a blank as a plus sign, which is one to these programs.
  return changed.href.replaceAll('+', '%20');
}

function notStarted(name: string, error: NodeJS.ErrnoException): BackupError {
  if (error.code !== 'ENOENT') return new BackupError(`${name} cannot be started (${error.code ?? error.message}).`);
  return new BackupError(
    `${name} is not on the PATH: install the client programs of PostgreSQL, of the version of the server or later (on Debian the package postgresql-client), or run this command where they are.`,
  );
}

function failure(name: string, written: string): string {
  const versions = /server version: (\d+)[^;]*; pg_dump version: (\d+)/.exec(written);
  if (versions !== null) {
    return `The server is PostgreSQL ${versions[1]}, and pg_dump on the PATH is of version ${versions[2]}: install the client programs of PostgreSQL ${versions[1]} or later.`;
  }
  if (written.includes('unsupported version')) {
    return `${name} on the PATH is older than the pg_dump that made the archive: install the client programs of that version or later.`;
  }
  if (/No space left on device/.test(written)) return `The disk is full: make room, then run the command again.`;
  return `${name} has failed: ${written.trim().slice(-mostRepeated)}`;
}
