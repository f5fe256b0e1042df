import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may take to finish sending a request once the server stops, in milliseconds. */
const lastRequestMs = 1_000;
/** How often to look for connections without work while the server stops, in milliseconds. */
const sweepMs = 100;

/** The connections of a server. `http.Server` alone would wait for a half-sent request as long as for one in work. */
export class Connections {
  /** The requests of each connection that are not answered yet. */
  readonly #requests = new Map<Socket, Set<IncomingMessage>>();
  /** Connections that have become WebSockets, which their own server closes. */
  readonly #upgraded = new WeakSet<Socket>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#requests.set(socket, new Set());
      socket.once('close', () => this.#requests.delete(socket));
    });
    server.on('request', (request, response) => {
      const requests = this.#requests.get(request.socket);
      requests?.add(request);
      response.once('close', () => requests?.delete(request));
    });
    server.on('upgrade', ({ socket }) => this.#upgraded.add(socket));
  }

  /** Takes no new connections; ends each one when its complete requests are answered, and all after `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    const startedAt = performance.now();
    const sweep = setInterval(() => {
      const elapsedMs = performance.now() - startedAt;
      for (const socket of this.#requests.keys()) {
        if (elapsedMs >= timeoutMs || (elapsedMs >= lastRequestMs && !this.#isBusy(socket))) socket.destroy();
      }
    }, sweepMs);
    await closed;
    clearInterval(sweep);
  }

  #isBusy(socket: Socket): boolean {
    const requests = [...(this.#requests.get(socket) ?? [])];
    return this.#upgraded.has(socket) || requests.some(({ complete }) => complete);
  }
}
