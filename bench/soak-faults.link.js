// A TCP proxy between one Deckcast process and its database, which can fall silent.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * While it is silent it takes bytes and connections and passes on nothing, not even that a side has closed. A
 * connection that was open meanwhile stays dead afterwards, as behind a firewall that has forgotten it: only new
 * connections work.
 */
export class Link {
  swallowed = 0;
  #silent = false;
  #server;
  #pairs = new Set();

  constructor(targetPort) {
    this.#server = createServer((client) => this.#take(client, targetPort));
  }

  async open() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get port() {
    return this.#server.address().port;
  }

  fallSilent() {
    this.#silent = true;
    for (const pair of this.#pairs) pair.dead = true;
  }

  /** The server hears only now that clients have left. */
  heal() {
    this.#silent = false;
    for (const pair of this.#pairs) if (pair.client.destroyed) pair.server?.destroy();
  }

  close() {
    this.#server.close();
    for (const { client, server } of this.#pairs) {
      client.destroy();
      server?.destroy();
    }
  }

  #take(client, targetPort) {
    const pair = { client, server: null, dead: this.#silent };
    this.#pairs.add(pair);
    if (!pair.dead) pair.server = connect(targetPort, '127.0.0.1');
    this.#pass(pair, client, pair.server);
    if (pair.server !== null) this.#pass(pair, pair.server, client);
  }

  #pass(pair, from, to) {
    from.on('error', () => from.destroy());
    from.on('data', (bytes) => {
      if (pair.dead) this.swallowed += bytes.length;
      else if (!to.write(bytes)) from.pause();
    });
    to?.on('drain', () => from.resume());
    from.on('close', () => {
      // A side that leaves a dead connection is not missed before the link is healed.
      if (!pair.dead || !this.#silent) to?.destroy();
      if (pair.client.destroyed && (pair.server?.destroyed ?? true)) this.#pairs.delete(pair);
    });
  }
}
