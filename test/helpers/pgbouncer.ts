import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe } from '@jest/globals';
import { freePort } from './free-port.ts';
import { testDatabaseUrl } from './test-database.ts';

/** Where Debian installs PgBouncer. */
const executable = '/usr/sbin/pgbouncer';

const isInstalled = existsSync(executable);
if (!isInstalled) process.stderr.write(`${executable} is not installed: tests behind PgBouncer are skipped.\n`);

/** A block of tests that need PgBouncer, and PostgreSQL behind it. */
export const describeBehindPgBouncer = isInstalled && testDatabaseUrl !== undefined ? describe : describe.skip;

/** A running PgBouncer. */
export interface PgBouncer {
  /** The URL of a database behind it. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer before the PostgreSQL of the tests, with its default settings but for the mode. */
export async function startPgBouncer(mode: 'session' | 'transaction'): Promise<PgBouncer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-pgbouncer-'));
  const port = await freePort();
  const { hostname, port: serverPort, username, password } = new URL(testDatabaseUrl ?? '');
  const [file, users] = ['pgbouncer.ini', 'users.txt'].map((name) => path.join(folder, name));
  await writeFile(users ?? '', `"${username}" "${password}"\n`);
  await writeFile(
    file ?? '',
    `[databases]
* = host=${hostname} port=${serverPort === '' ? '5432' : serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
`,
  );
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(executable, [...asUser, file ?? ''], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('process up')) resolve();
    });
    child.once('exit', () => reject(new Error(log)));
  });
  return {
    urlOf: (databaseUrl) => {
      const url = new URL(databaseUrl);
      [url.hostname, url.port] = ['127.0.0.1', String(port)];
      return url.href;
    },
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
