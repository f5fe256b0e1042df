import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may take to finish sending a request once the server stops, in milliseconds. */
const lastRequestMs = 1_000;
/** How often to look for connections without work while the server stops, in milliseconds. */
const sweepMs = 100;

interface Connection {
  /** Requests whose responses are not sent yet. */
  readonly requests: Set<IncomingMessage>;
  isKeptAlive: boolean;
  /** The connection has become a WebSocket, which its own server closes. */
  isUpgraded: boolean;
}

/**
 * Closes the connections of a server. `http.Server` alone waits as long for a half-sent request as for a running one, and
 * treats a connection as idle whose response is written but not sent, which cuts off the response.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, { requests: new Set(), isKeptAlive: false, isUpgraded: false });
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('request', (request, response) => {
      const connection = this.#open.get(request.socket);
      connection?.requests.add(request);
      response.once('close', () => {
        if (connection === undefined) return;
        connection.requests.delete(request);
        connection.isKeptAlive = true;
      });
    });
    server.on('upgrade', ({ socket }) => {
      const connection = this.#open.get(socket);
      if (connection !== undefined) connection.isUpgraded = true;
    });
  }

  /** Takes no new connections; ends each one when its complete requests are answered, and all after `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    const closed = once(this.server, 'close');
    // Called by `close`: see above.
    this.server.closeIdleConnections = () => undefined;
    this.server.close();
    const startedAt = performance.now();
    const sweep = (): void => {
      const elapsedMs = performance.now() - startedAt;
      for (const [socket, connection] of this.#open) {
        if (elapsedMs >= timeoutMs || mayEnd(connection, elapsedMs)) socket.destroy();
      }
    };
    sweep();
    const sweeping = setInterval(sweep, sweepMs);
    await closed;
    clearInterval(sweeping);
  }
}

function mayEnd({ requests, isKeptAlive, isUpgraded }: Connection, elapsedMs: number): boolean {
  if (isUpgraded) return false;
  if (elapsedMs >= lastRequestMs) return ![...requests].some(({ complete }) => complete);
  return isKeptAlive && requests.size === 0;
}
