// A PostgreSQL of the soak's own, which it may break: initdb in a temporary folder, data on a tmpfs where root allows it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { childrenOf, killAll } from './soak-faults.processes.js';

const isRoot = process.getuid() === 0;
/** Room for the data, without the write-ahead log. */
const diskSize = '512m';

const run = (command, parameters, options = {}) =>
  execFileSync(command, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options }).trim();

function attempt(command, parameters) {
  try {
    return run(command, parameters);
  } catch {
    return null;
  }
}

/** Where the server's programs are; null where they are not installed. */
export function findPrograms() {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [attempt('pg_config', ['--bindir']), ...versions.map((it) => path.join(packaged, it, 'bin'))];
  return folders.find((folder) => folder !== null && existsSync(path.join(folder, 'initdb'))) ?? null;
}

/** PostgreSQL refuses to run as root, so root lends it the user postgres. */
export function findUser() {
  if (!isRoot) return {};
  const [uid, gid] = ['-u', '-g'].map((option) => attempt('id', [option, 'postgres']));
  return uid === null || gid === null ? null : { uid: Number(uid), gid: Number(gid) };
}

/** Why no server can be started here, in one sentence; null where one can. */
export function missingForPostgres() {
  if (findPrograms() === null)
    return 'No PostgreSQL server is installed (no initdb in `pg_config --bindir` or /usr/lib/postgresql).';
  if (findUser() === null)
    return 'We are root, PostgreSQL refuses to run as root, and there is no user postgres to run it.';
  return null;
}

export class PrivatePostgres {
  /** Whether the data lies on a disk of its own that may be filled. */
  hasOwnDisk = false;
  data;
  #folder;
  #port;
  #user = findUser();
  #programs = findPrograms();
  #child = null;
  #onOwnDisk;
  #parameters;

  /** @param parameters of the server's command line, for data that come with settings of another server */
  constructor(folder, port, { onOwnDisk = true, parameters = [] } = {}) {
    this.#folder = folder;
    this.#port = port;
    this.#onOwnDisk = onOwnDisk;
    this.#parameters = parameters;
    this.data = path.join(folder, 'data');
  }

  get port() {
    return this.#port;
  }

  get pid() {
    return this.#child.pid;
  }

  url(role, database) {
    return `postgresql://${role}@127.0.0.1:${this.#port}/${database}`;
  }

  async create() {
    mkdirSync(this.data, { recursive: true });
    const { uid, gid } = this.#user;
    const mount = ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'soak', this.data];
    this.hasOwnDisk = isRoot && this.#onOwnDisk && attempt('mount', mount) !== null;
    if (uid !== undefined) for (const folder of [this.#folder, this.data]) chownSync(folder, uid, gid);
    // The write-ahead log stays outside: without room for it the server ends, which a restart tests already.
    const wal = `--waldir=${path.join(this.#folder, 'wal')}`;
    const options = ['-D', this.data, wal, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
    run(path.join(this.#programs, 'initdb'), options, this.#user);
    appendFileSync(
      path.join(this.data, 'postgresql.conf'),
      [
        `port = ${this.#port}`,
        `listen_addresses = '127.0.0.1'`,
        `unix_socket_directories = ''`,
        'max_connections = 60',
        'superuser_reserved_connections = 5',
        'max_prepared_transactions = 5',
        'max_wal_size = 256MB',
        `log_line_prefix = '%m [%p] %e '`,
        `timezone = 'UTC'`,
        '',
      ].join('\n'),
    );
    await this.start();
    await this.administer('create role deckcast login');
    await this.administer('create role foreigner login');
    await this.administer('create database deckcast owner deckcast');
    await this.administer('create database elsewhere');
  }

  /** Comes back once the server takes connections. */
  async start() {
    for (;;) {
      const log = openSync(path.join(this.#folder, 'server.log'), 'a');
      const child = spawn(path.join(this.#programs, 'postgres'), ['-D', this.data, ...this.#parameters], {
        ...this.#user,
        stdio: ['ignore', log, log],
      });
      this.#child = child;
      while (child.exitCode === null) {
        if (await this.#answers()) return;
        await delay(50);
      }
      // The children of a server that ended at once may hold its memory for a moment.
      if (!this.log().includes('still in use')) throw new Error(`PostgreSQL does not start: ${this.log().slice(-500)}`);
      await delay(200);
    }
  }

  async #answers() {
    try {
      await this.administer('select 1');
      return true;
    } catch {
      return false;
    }
  }

  /** The signals of `pg_ctl stop`: SIGINT is fast, SIGQUIT immediate. */
  async stop(signal) {
    if (this.#child === null || this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
  }

  /** At once, with all its children. */
  async kill() {
    const exited = once(this.#child, 'exit');
    killAll(this.pid);
    await exited;
  }

  /** Stops the postmaster first, so that no child is started meanwhile. */
  freeze() {
    process.kill(this.pid, 'SIGSTOP');
    for (const pid of childrenOf(this.pid)) process.kill(pid, 'SIGSTOP');
  }

  thaw() {
    for (const pid of childrenOf(this.pid)) process.kill(pid, 'SIGCONT');
    process.kill(this.pid, 'SIGCONT');
  }

  /** One statement as superuser, for whom connections are reserved. */
  async administer(statement, parameters = [], database = 'postgres') {
    return this.with('postgres', database, async (client) => (await client.query(statement, parameters)).rows);
  }

  async with(role, database, work) {
    const client = await this.connect(role, database);
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  }

  async connect(role, database) {
    const client = new pg.Client({ connectionString: this.url(role, database), connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  log() {
    return readFileSync(path.join(this.#folder, 'server.log'), 'utf8');
  }

  async destroy() {
    if (this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null) {
      this.thaw();
      await this.stop('SIGQUIT');
    }
    if (this.hasOwnDisk) attempt('umount', ['-l', this.data]);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
