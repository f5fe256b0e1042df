import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from '../../helpers/loopback-server.ts';

/** A receiver that answers with what it was sent, and the status that its path names. */
export class EchoServer extends LoopbackServer {
  readonly received: string[] = [];
  /** It answers when this is fulfilled. */
  gate: Promise<void> = Promise.resolve();

  protected respond(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString();
      this.received.push(body);
      await this.gate;
      response.writeHead(Number(request.url?.slice(1))).end(body);
    });
  }
}
