import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Link {
  readonly client: Socket;
  readonly server: Socket;
}

/** Stands before a server of this machine, to take it away and bring it back without touching it. */
export class TcpProxy {
  /** Whether new connections are taken and then left alone. */
  silent = false;
  /** What servers have said through it so far. */
  received = '';
  /** How many connections were taken so far. */
  taken = 0;
  /** With which connection everything becomes silent. */
  #lastAnswered = Number.POSITIVE_INFINITY;
  readonly #sockets = new Set<Socket>();
  readonly #links = new Set<Link>();
  readonly #paused = new Set<Link>();
  #server: Server | null = null;
  #port = 0;

  constructor(private readonly targetPort: number) {}

  get port(): number {
    return this.#port;
  }

  /** Connections that clients hold open. */
  get clients(): number {
    return [...this.#sockets].filter(({ localPort }) => localPort === this.#port).length;
  }

  /** Listens, always on the same port. */
  async open(): Promise<this> {
    this.#server = createServer((client) => this.#serve(client)).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Ends all connections and refuses new ones, until it is opened again. */
  async cut(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server === null) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server = null;
    await closed;
  }

  /** Makes established connections silent: nothing closes and no byte arrives, until `resume`. */
  pause(): void {
    for (const link of this.#links) {
      link.client.unpipe(link.server).pause();
      link.server.unpipe(link.client).pause();
      this.#paused.add(link);
    }
    this.#links.clear();
  }

  /** Delivers what established connections have sent since `pause`, and all that follows. */
  resume(): void {
    for (const link of this.#paused) {
      link.client.pipe(link.server).pipe(link.client);
      this.#links.add(link);
    }
    this.#paused.clear();
  }

  /** Makes everything silent in the moment in which so many connections were taken. */
  silenceAfter(connections: number): void {
    this.#lastAnswered = connections;
  }

  /** Makes established connections silent for good: what they send is lost. */
  mute(): void {
    for (const { client, server } of this.#links) {
      client.unpipe(server).resume();
      server.unpipe(client).resume();
    }
    this.#links.clear();
  }

  #serve(client: Socket): void {
    this.taken += 1;
    this.#keep(client);
    if (this.silent) return;
    const server = connect(this.targetPort, '127.0.0.1');
    this.#keep(server);
    client.pipe(server).pipe(client);
    server.on('data', (chunk: Buffer) => (this.received += chunk.toString('latin1')));
    const link = { client, server };
    this.#links.add(link);
    client.on('close', () => {
      this.#links.delete(link);
      this.#paused.delete(link);
      server.destroy();
    });
    server.on('close', () => client.destroy());
    if (this.taken < this.#lastAnswered) return;
    this.#lastAnswered = Number.POSITIVE_INFINITY;
    this.silent = true;
    this.pause();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
