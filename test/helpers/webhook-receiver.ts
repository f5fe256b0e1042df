import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useServer } from './use.ts';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A real HTTP server that takes webhooks and answers as the test says. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** The status for a request, by path and how many that path has had before. */
  answer: (path: string, earlier: number) => number | Promise<number> = () => 204;
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const path = request.url ?? '';
      const earlier = this.at(path).length;
      this.received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const location = `${this.url}/redirected`;
      response.writeHead(await this.answer(path, earlier), { location }).end();
    });
  });

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  at(path: string): ReceivedWebhook[] {
    return this.received.filter((webhook) => webhook.path === path);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** One receiver for all tests of a file or block. */
export function useReceiver(): WebhookReceiver {
  return useServer(new WebhookReceiver());
}
