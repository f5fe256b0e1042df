// One primary and two standbys under Patroni and etcd, on free ports in one folder.
import path from 'node:path';
import { Node, run } from './soak-failover.node.js';
import { childrenOf, killAll } from './soak-faults.processes.js';
import { proof } from './soak-faults.proof.js';
import { freePort } from './soak-faults.stand.js';

const names = ['node-1', 'node-2', 'node-3'];
const startMs = 60_000;

/** The standby that Patroni has chosen as the synchronous one, if any. */
async function synchronousOf(primary) {
  const answer = await fetch(`http://127.0.0.1:${primary.restPort}/cluster`);
  return (await answer.json()).members.find(({ role }) => role === 'sync_standby')?.name;
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
