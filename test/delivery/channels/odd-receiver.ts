import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { LoopbackServer } from '../../helpers/loopback-server.ts';

/** A receiver that misbehaves: `/hang` never answers, `/endless` answers 200 with a body that has no end. */
export class OddReceiver extends LoopbackServer {
  /** Requests that wait for an answer which never comes. */
  hanging = 0;
  /** Bytes of the endless body that were handed to the network. */
  bytesSent = 0;
  endlessClosed = 0;

  protected respond(request: IncomingMessage, response: ServerResponse): void {
    if (request.url === '/endless') this.#pour(response);
    else {
      this.hanging += 1;
      request.resume();
      response.on('close', () => (this.hanging -= 1));
    }
  }

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
}
