import { addAbortListener } from 'node:events';
import { Readable } from 'node:stream';
import type { RouteAnswer } from './route.ts';

/** One event as `text/event-stream` sends it. Its id comes back as Last-Event-ID when the client connects again. */
export interface ServerSentEvent {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What an answer streams, until it ends by itself or is returned. */
export interface StreamSource {
  /** What comes back as Last-Event-ID before there is an event; null where the client knows it already. */
  readonly startId: string | null;
  next(): Promise<IteratorResult<ServerSentEvent, undefined>>;
  return(): Promise<unknown>;
}

/** How often a quiet stream shows that it is alive, in milliseconds. */
const defaultHeartbeatMs = 15_000;
/** How soon a client that was cut off is asked to come back, in milliseconds. */
const retryMs = 2_000;

/** No cache and no proxy keeps events back. Nothing can follow a stream on its connection, which ends with it. */
export const streamHeaders = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no', Connection: 'close' };

/** An answer that goes on for as long as its source does. */
export function streamAnswer<T>(
  source: AsyncIterator<T>,
  write: (item: T) => ServerSentEvent,
  startId: string | null,
): RouteAnswer {
  return {
    stream: {
      startId,
      next: async () => {
        const { done, value } = (await source.next()) as IteratorResult<T, undefined>;
        return done === true ? { done, value } : { done: false, value: write(value) };
      },
      return: async () => source.return?.(),
    },
  };
}

/**
 * The text of a stream of events. The next event is asked for once the client has taken those before it, so that a
 * slow one costs no memory. Ends with its source, with its client, and at once when the server stops.
 */
export class EventStreamText extends Readable {
  /** A heartbeat makes Node ask for more while the next event is awaited already. */
  #isWaiting = false;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #onStop: Disposable;

  constructor(
    private readonly source: StreamSource,
    stopping: AbortSignal,
    heartbeatMs = defaultHeartbeatMs,
  ) {
    super();
    // An id without data is kept by the client, which hands on no event for it.
    this.push(`retry: ${retryMs}\n${source.startId === null ? '' : `id: ${source.startId}\n`}\n`);
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
    this.#onStop = addAbortListener(stopping, () => this.#stop());
  }

  override _read(): void {
    if (!this.#isWaiting) void this.#writeNext();
  }

  override _destroy(cause: Error | null, done: (cause?: Error | null) => void): void {
    clearInterval(this.#heartbeat);
    this.#onStop[Symbol.dispose]();
    this.source.return().then(() => done(cause), done);
  }

  async #writeNext(): Promise<void> {
    this.#isWaiting = true;
    try {
      const { done, value } = await this.source.next();
      this.#isWaiting = false;
      if (done === true) clearInterval(this.#heartbeat);
      this.push(done === true ? null : frame(value));
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  /** A comment: a client that has taken all there was knows by it that the stream is alive. It has no id to keep. */
  #beat(): void {
    if (this.readableLength === 0) this.push(': ping\n\n');
  }

  #stop(): void {
    this.source.return().catch((error: Error) => this.destroy(error));
  }
}

/** Without a name, so that a browser's `onmessage` hears events of every type. */
function frame({ id, data }: ServerSentEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
