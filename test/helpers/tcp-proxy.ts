import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands before a server of this machine, to take it away and bring it back without touching it. */
export class TcpProxy {
  /** Whether new connections are taken and then left alone. */
  silent = false;
  /** What servers have said through it so far. */
  heard = '';
  /** How many connections were taken so far. */
  taken = 0;
  readonly #sockets = new Set<Socket>();
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

  #serve(client: Socket): void {
    this.taken += 1;
    this.#keep(client);
    if (this.silent) return;
    const server = connect(this.targetPort, '127.0.0.1');
    this.#keep(server);
    client.pipe(server).pipe(client);
    server.on('data', (chunk: Buffer) => (this.heard += chunk.toString('latin1')));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
