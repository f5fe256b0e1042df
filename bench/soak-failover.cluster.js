// One primary and two standbys under Patroni and etcd, on free ports in one folder.
import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { findPrograms, findUser } from './soak-faults.postgres.js';
import { childrenOf, killAll } from './soak-faults.processes.js';
import { proof } from './soak-faults.proof.js';
import { freePort } from './soak-faults.stand.js';

/**
 * How soon Patroni notices that the leader is dead, in seconds: `ttl` after its last renewal, of which there is one in
 * `loop_wait`. Patroni from 3.2 on takes no `ttl` below 20, and then needs about 20 s.
 */
const timing = { ttl: 6, loop_wait: 1, retry_timeout: 2 };
const names = ['node-1', 'node-2', 'node-3'];
const startMs = 60_000;
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

/** A Patroni with its PostgreSQL. */
class Node {
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

/** The standby that Patroni has chosen as the synchronous one, if any. */
async function synchronousOf(primary) {
  const answer = await fetch(`http://127.0.0.1:${primary.restPort}/cluster`);
  return (await answer.json()).members.find(({ role }) => role === 'sync_standby')?.name;
}

function run(program, options, folder, as = {}) {
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

export class Cluster {
  nodes = [];
  #etcd;

  /** Starts all; the first node becomes the primary. */
  async open(folder) {
    const [clientPort, peerPort] = [await freePort(), await freePort()];
    const [client, peer] = [clientPort, peerPort].map((port) => `http://127.0.0.1:${port}`);
    const etcd = {
      '--data-dir': path.join(folder, 'etcd'),
      '--listen-client-urls': client,
      '--advertise-client-urls': client,
      '--listen-peer-urls': peer,
      '--initial-advertise-peer-urls': peer,
      '--initial-cluster': `default=${peer}`,
    };
    this.#etcd = run('etcd', Object.entries(etcd).flat(), folder);
    for (const name of names) {
      const ports = { port: await freePort(), restPort: await freePort() };
      this.nodes.push(new Node(name, path.join(folder, name), ports));
    }
    const [first, ...others] = this.nodes;
    first.start(clientPort);
    await proof('node-1 becomes the primary', () => first.isPrimary(), startMs);
    for (const node of others) node.start(clientPort);
    await this.statesOf(first, ['async', 'sync']);
    await first.ask('create role deckcast login');
    await first.ask('create database deckcast owner deckcast');
  }

  leader() {
    return proof('the cluster has a leader', () => this.#findLeader(), startMs);
  }

  async #findLeader() {
    for (const node of this.nodes) if (await node.isPrimary()) return node;
    return null;
  }

  /**
   * Waits until the standbys of a primary are in these states, and Patroni counts with them: it promotes the synchronous
   * one that it has chosen itself. @returns their names by state
   */
  statesOf(primary, states) {
    return proof(
      `the standbys are ${states.join(' and ')}`,
      async () => {
        const rows = await primary
          .ask(
            `select application_name as name, sync_state as state from pg_stat_replication
              where state = 'streaming' order by sync_state`,
          )
          .catch(() => []);
        const byState = new Map(rows.map(({ state, name }) => [state, name]));
        const isSo = JSON.stringify([...byState.keys()]) === JSON.stringify(states);
        return isSo && (await synchronousOf(primary)) === byState.get('sync') ? byState : null;
      },
      startMs,
    );
  }

  async becomeAsynchronous(primary) {
    const answer = await fetch(`http://127.0.0.1:${primary.restPort}/config`, {
      method: 'PATCH',
      body: JSON.stringify({ synchronous_mode: false, synchronous_mode_strict: false }),
    });
    if (!answer.ok) throw new Error(`Patroni refuses the asynchronous mode: ${answer.status}`);
    await this.statesOf(primary, ['async']);
  }

  /** Nothing reaches the standbys of a primary any more; it goes on without them. */
  async freezeSenders(primary) {
    const rows = await primary.ask('select pid from pg_stat_replication');
    for (const { pid } of rows) {
      if (!childrenOf(primary.postmaster).includes(pid)) throw new Error(`${pid} is no process of ${primary.name}`);
      process.kill(pid, 'SIGSTOP');
    }
    return rows.length;
  }

  close() {
    for (const node of this.nodes) node.kill();
    if (this.#etcd !== undefined) killAll(this.#etcd.pid);
  }
}
