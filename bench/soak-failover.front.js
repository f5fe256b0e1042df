// The one address of the database: an HAProxy that leads to whichever server is the primary.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { run } from './soak-failover.node.js';
import { proof } from './soak-faults.proof.js';
import { freePort } from './soak-faults.stand.js';

const configuration = (port, options, servers) => `global
  maxconn 500
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen database
  bind 127.0.0.1:${port}
  ${options.join('\n  ')}
  ${servers.join('\n  ')}
`;

export class Front {
  port;
  #folder;
  #child = null;

  constructor(folder) {
    this.#folder = folder;
  }

  /** Patroni tells which node is the primary. Connections to one that no longer is are closed. */
  leadToPrimaryOf(nodes) {
    const options = [
      'option httpchk OPTIONS /primary',
      'http-check expect status 200',
      'default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ];
    return this.#lead(
      options,
      nodes.map(({ name, port, restPort }) => `server ${name} 127.0.0.1:${port} check port ${restPort}`),
    );
  }

  leadTo(port) {
    return this.#lead([], [`server restored 127.0.0.1:${port}`]);
  }

  async #lead(options, servers) {
    await this.close();
    this.port ??= await freePort();
    const file = path.join(this.#folder, 'haproxy.cfg');
    writeFileSync(file, configuration(this.port, options, servers));
    this.#child = run('haproxy', ['-db', '-f', file], this.#folder);
    await proof('HAProxy listens', () => listens(this.port));
  }

  async close() {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const send = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => send(true)).on('error', () => send(false));
  });
}
