import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** A receiver that misbehaves: `/hang` never answers, `/endless` answers 200 with a body that has no end. */
export class OddReceiver {
  /** Requests that wait for an answer which never comes. */
  hanging = 0;
  /** Bytes of the endless body that were handed to the network. */
  bytesSent = 0;
  endlessClosed = 0;
  readonly #server: Server = createServer((request, response) => {
    if (request.url === '/endless') this.#pour(response);
    else {
      this.hanging += 1;
      request.resume();
      response.on('close', () => (this.hanging -= 1));
    }
  });

  #pour(response: ServerResponse): void {
    const chunk = Buffer.alloc(16_384, 'x');
    const body = new Readable({
      read: () => {
        this.bytesSent += chunk.length;
        body.push(chunk);
      },
    });
    response.writeHead(200).on('close', () => {
      this.endlessClosed += 1;
      body.destroy();
    });
    body.pipe(response);
  }

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
