import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { useServer } from './use.ts';
import { LoopbackServer } from './loopback-server.ts';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A real HTTP server that takes webhooks and answers as the test says. */
export class WebhookReceiver extends LoopbackServer {
  readonly received: ReceivedWebhook[] = [];
  /** The status for a request, by path and how many that path has had before. */
  answer: (path: string, earlier: number) => number | Promise<number> = () => 204;

  protected respond(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const path = request.url ?? '';
      const earlier = this.at(path).length;
      this.received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const location = `${this.url}/redirected`;
      response.writeHead(await this.answer(path, earlier), { location }).end();
    });
  }

  at(path: string): ReceivedWebhook[] {
    return this.received.filter((webhook) => webhook.path === path);
  }
}

/** One receiver for all tests of a file or block. */
export function useReceiver(): WebhookReceiver {
  return useServer(new WebhookReceiver());
}
