import type { ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Clients } from '../rights/index.ts';

/** A response of which less than this waits is not counted, in bytes. */
const smallBytes = 65_536;
/** Largest memory of responses that clients have not read yet, in bytes, for the whole process. */
const mostBytes = 33_554_432;
/** How long a client may take nothing of its response, in milliseconds: as long as that of a stream may. */
const idleTimeoutMs = 10_000;

interface Unread {
  readonly client: string | null;
  readonly bytes: number;
}

/** Bounds responses that wait for their clients: a client may send many requests and read no response. */
export class UnreadResponses {
  /** In the order in which they were written. */
  readonly #waiting = new Map<ServerResponse, Unread>();
  #bytes = 0;

  constructor(
    private readonly clients: Clients,
    private readonly log: Logger,
  ) {}

  /** Counts the bytes of a response from its writing until its client has read it or is disconnected. */
  watch(): Middleware {
    return async ({ res }, next) => {
      await next();
      setImmediate(() => this.#hold(res));
    };
  }

  #hold(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (!response.writableEnded || response.closed || bytes < smallBytes) return;
    this.#waiting.set(response, { client: this.clients.of(response.req).ip, bytes });
    this.#bytes += bytes;
    response.once('close', () => {
      if (this.#waiting.delete(response)) this.#bytes -= bytes;
    });
    response.setTimeout(idleTimeoutMs, () => this.#cutOff(response, 'nothing is taken'));
    // Before Node sets the time-out of the idle connection.
    response.prependOnceListener('finish', () => response.socket?.setTimeout(0));
    while (this.#bytes > mostBytes && this.#waiting.size > 1) this.#cutOff(this.#oldestOfGreediest(), 'too much waits');
  }

  /** The oldest response of the client that has most waiting: cutting it affects no other client. */
  #oldestOfGreediest(): ServerResponse {
    const totals = new Map<string | null, { bytes: number; readonly oldest: ServerResponse }>();
    for (const [response, { client, bytes }] of this.#waiting) {
      const total = totals.get(client) ?? { bytes: 0, oldest: response };
      total.bytes += bytes;
      totals.set(client, total);
    }
    const [first, ...others] = totals.values();
    if (first === undefined) throw new TypeError('no response waits');
    return others.reduce((most, one) => (one.bytes > most.bytes ? one : most), first).oldest;
  }

  #cutOff(response: ServerResponse, reason: string): void {
    const { socket } = response.req;
    for (const [waiting, { bytes }] of this.#waiting) {
      if (waiting.req.socket !== socket) continue;
      this.#waiting.delete(waiting);
      this.#bytes -= bytes;
    }
    this.log.info({ reason }, 'a client that does not read its responses is cut off');
    socket.destroy();
  }
}
