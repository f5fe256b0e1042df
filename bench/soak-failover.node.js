// A Patroni with its PostgreSQL, in a folder of its own.
import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { findPrograms, findUser } from './soak-faults.postgres.js';
import { killAll } from './soak-faults.processes.js';

/**
 * How soon Patroni notices that the leader is dead, in seconds: `ttl` after its last renewal, of which there is one in
 * `loop_wait`. Patroni from 3.2 on takes no `ttl` below 20, and then needs about 20 s.
 */
const timing = { ttl: 6, loop_wait: 1, retry_timeout: 2 };
const user = findUser();

const parameters = {
  max_connections: 100,
  synchronous_commit: 'on',
  timezone: 'UTC',
  // In place of 5 s, in which a standby waits for the new primary while that waits for a synchronous standby.
  wal_retrieve_retry_interval: '500ms',
};

const dynamic = {
  ...timing,
  maximum_lag_on_failover: 1_073_741_824,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  postgresql: { use_pg_rewind: false, parameters },
};

export class Node {
  #child;

  constructor(name, folder, ports) {
    this.name = name;
    this.folder = folder;
    Object.assign(this, ports);
  }

  start(etcdPort) {
    mkdirSync(this.folder);
    const data = path.join(this.folder, 'data');
    const configuration = path.join(this.folder, 'patroni.yml');
    const rest = `127.0.0.1:${this.restPort}`;
    const server = `127.0.0.1:${this.port}`;
    const settings = {
      scope: 'deckcast',
      name: this.name,
      restapi: { listen: rest, connect_address: rest },
      etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
      bootstrap: { dcs: dynamic, initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, { auth: 'trust' }] },
      postgresql: {
        listen: server,
        connect_address: server,
        data_dir: data,
        bin_dir: findPrograms(),
        pgpass: path.join(this.folder, 'pgpass'),
        authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
        parameters: { unix_socket_directories: '' },
        pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      },
    };
    // JSON is YAML.
    writeFileSync(configuration, JSON.stringify(settings));
    if (user.uid !== undefined) chownSync(this.folder, user.uid, user.gid);
    this.#child = run('patroni', [configuration], this.folder, user);
  }

  /** The postmaster's pid; null while there is none. */
  get postmaster() {
    try {
      return Number(readFileSync(path.join(this.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return null;
    }
  }

  url(role, database) {
    return `postgresql://${role}@127.0.0.1:${this.port}/${database}`;
  }

  async isPrimary() {
    return (await fetch(`http://127.0.0.1:${this.restPort}/primary`).catch(() => null))?.ok === true;
  }

  async ask(statement) {
    const client = new pg.Client({ connectionString: this.url('postgres', 'postgres') });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Patroni first: it would start its PostgreSQL again. */
  kill() {
    const { postmaster } = this;
    if (this.#child === undefined) return;
    if (this.#child.exitCode === null && this.#child.signalCode === null) killAll(this.#child.pid);
    if (postmaster !== null && isOurs(postmaster, this.folder)) killAll(postmaster);
    this.#child = undefined;
  }
}

/** Whether a pid still is that of a server in a folder. */
function isOurs(pid, folder) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  } catch {
    return false;
  }
}

/** Starts a program that writes its log beside what it keeps. */
export function run(program, options, folder, as = {}) {
  const log = openSync(path.join(folder, `${program}.log`), 'a');
  const child = spawn(program, options, {
    ...as,
    cwd: folder,
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', log, log],
  });
  child.on('error', () => {});
  return child;
}
