import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, openSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe } from '@jest/globals';
import pg from 'pg';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { isPortable } from './portable-database.ts';
import { testDatabaseUrl } from './test-database.ts';

/** Where Debian installs the programs of the server, the newest version first. */
const packaged = '/usr/lib/postgresql';
const programs = (existsSync(packaged) ? readdirSync(packaged) : [])
  .toSorted((a, b) => Number(b) - Number(a))
  .map((version) => path.join(packaged, version, 'bin'))
  .find((folder) => existsSync(path.join(folder, 'initdb')));
if (programs === undefined) process.stderr.write(`${packaged} has no server: tests with a replica are skipped.\n`);

const isPossible = programs !== undefined && testDatabaseUrl !== undefined && !isPortable;

/** A block of tests that start servers of their own. */
export const describeWithReplica = isPossible ? describe : describe.skip;

/** PostgreSQL refuses to run as root, which lends it the user postgres. */
function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string): number => Number(execFileSync('id', [option, 'postgres']));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function run(program: string, options: readonly string[]): void {
  execFileSync(path.join(programs ?? '', program), options, {
    ...serverUser(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

const settings = `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 60
fsync = off
`;

/** A server of a test's own. */
class Server {
  readonly port: number;
  readonly data: string;
  #child: ChildProcess | null = null;

  constructor(
    private readonly folder: string,
    name: string,
    port: number,
  ) {
    this.port = port;
    this.data = path.join(folder, name);
  }

  url(database: string): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** From its next start on it is the replica of another server. */
  follow({ port }: Server): void {
    const line = `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`;
    appendFileSync(path.join(this.data, 'postgresql.auto.conf'), line);
  }

  /** Comes back once it takes connections. */
  async start(): Promise<void> {
    const log = openSync(path.join(this.folder, 'server.log'), 'a');
    const options = ['-D', this.data, '-p', String(this.port)];
    this.#child = spawn(path.join(programs ?? '', 'postgres'), options, {
      ...serverUser(),
      stdio: ['ignore', log, log],
    });
    await eventually(async () => (await this.ask('select true as answers'))[0]?.['answers'], { timeoutMs: 30_000 });
  }

  /** Ends it without a goodbye to its clients. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGQUIT');
    await exited;
  }

  async ask(statement: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }
}

/** A PostgreSQL with a replica, in a folder of their own. */
export class ReplicaPair {
  primary!: Server;
  replica!: Server;
  #folder = '';

  async open(): Promise<this> {
    this.#folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-replica-'));
    const user = serverUser();
    if (user.uid !== undefined && user.gid !== undefined) chownSync(this.#folder, user.uid, user.gid);
    this.primary = new Server(this.#folder, 'primary', await freePort());
    const initial = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    run('initdb', ['-D', this.primary.data, ...initial]);
    appendFileSync(path.join(this.primary.data, 'postgresql.conf'), settings);
    await this.primary.start();
    await this.primary.ask('create database deckcast');
    this.replica = await this.newReplica('replica');
    return this;
  }

  /** A further replica of the primary, which the test kills. */
  async newReplica(name: string): Promise<Server> {
    const replica = new Server(this.#folder, name, await freePort());
    const from = ['-h', '127.0.0.1', '-p', String(this.primary.port), '-U', 'postgres', '--checkpoint=fast'];
    run('pg_basebackup', ['-D', replica.data, '-R', '--no-sync', ...from]);
    await replica.start();
    return replica;
  }

  /** Waits until the replica has everything that the primary has. */
  async caughtUp(): Promise<void> {
    const [end] = await this.primary.ask('select pg_current_wal_lsn()::text as position');
    const has = `select pg_last_wal_replay_lsn() >= '${String(end?.['position'])}' as has`;
    await eventually(async () => (await this.replica.ask(has))[0]?.['has'], { what: 'the replica to catch up' });
  }

  async close(): Promise<void> {
    await this.replica.kill();
    await this.primary.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
