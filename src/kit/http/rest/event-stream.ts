import { randomInt } from 'node:crypto';
import { addAbortListener } from 'node:events';
import { Readable } from 'node:stream';
import { AppError, type Problem, requireShort } from '../../core/index.ts';
import { type SignLink, writeJson } from '../../rights/index.ts';
import type { View } from '../../data/index.ts';
import { GzipParts } from '../compression/gzip-parts.ts';
import { showsSecret } from '../compression/secrets.ts';
import type { ServerSentEvent, StreamSource, RouteResponse } from './route.ts';

/** How often a quiet stream shows that it is alive, in milliseconds. */
const defaultHeartbeatMs = 15_000;
/** How long a client may take nothing while its buffers are full, in milliseconds: as long as a socket's client may. */
const defaultIdleTimeoutMs = 10_000;
/** How long a client may take to read the reason for the end of its stream, in milliseconds. */
const endMs = 1_000;
/** How soon disconnected clients reconnect, in milliseconds: each at a time of its own, so that all do not come at once. */
const [soonestRetryMs, latestRetryMs] = [1_000, 4_000];

/** No cache and no proxy keeps events back. Nothing can follow a stream on its connection, which ends with it. */
export const streamHeaders = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no', Connection: 'close' };

/** A response that streams the rows of its source until the source ends. */
export function streamResponse<T>(
  source: AsyncIterator<T>,
  write: (item: T) => ServerSentEvent,
  startId: string | null,
): RouteResponse {
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
 * A response that streams the states of something until it is deleted.
 *
 * @param tagOf what the ETag of a state contains, which is its id in the stream
 */
export function stateResponse<State extends { readonly version: number }>(
  states: AsyncIterator<State | null>,
  { write }: View<State>,
  tagOf: (state: State) => string = ({ version }) => String(version),
): RouteResponse {
  const toEvent = (state: State | null): ServerSentEvent =>
    state === null ? { id: null, data: null } : { id: tagOf(state), data: write(state) };
  return streamResponse(states, toEvent, null);
}

/** A response that streams the states of something under a name, without ids. */
export function namedResponse<State extends object>(
  name: string,
  states: AsyncIterator<State | null>,
  { write }: View<State>,
): RouteResponse {
  return streamResponse(states, (state) => ({ id: null, name, data: state && write(state) }), null);
}

/** One response with the events of two, as they come. It ends with the first of them. */
export function joinedResponse({ stream: one }: RouteResponse, { stream: other }: RouteResponse): RouteResponse {
  if (one === undefined || other === undefined) throw new TypeError('a response without a stream cannot be joined');
  const asked = new Map<StreamSource, Promise<readonly [StreamSource, Awaited<ReturnType<StreamSource['next']>>]>>();
  return {
    stream: {
      startId: one.startId,
      next: async () => {
        for (const source of [other, one]) {
          if (!asked.has(source))
            asked.set(
              source,
              source.next().then((event) => [source, event] as const),
            );
        }
        const [source, event] = await Promise.race(asked.values());
        asked.delete(source);
        return event;
      },
      return: () => Promise.all([one.return(), other.return()]),
    },
  };
}

/** How the text is written. */
export interface StreamOptions {
  /** Signs links to files of this server; by default they stay as they are. */
  readonly sign?: SignLink;
  /** Whether it is sent as gzip, each event by itself. */
  readonly isGzip?: boolean;
  /** For tests, which have less time. */
  readonly heartbeatMs?: number;
  readonly idleTimeoutMs?: number;
}

/**
 * The text of a stream of events. The next event is read once the client has received the previous ones, so that a
 * slow client costs no memory. A client that receives nothing is disconnected, and resumes after its last
 * event. Ends with its source, with its client, and at once when the server stops.
 */
export class EventStreamText extends Readable {
  /** A heartbeat makes Node request more while the next event is awaited already. */
  #isWaiting = false;
  /** The rest of an event that is larger than the buffer. It is sent in parts, so that the client's progress is seen. */
  #rest: Buffer = Buffer.alloc(0);
  /** Whether that event may show a secret: then none of its parts is compressed, since the secret may begin in one and end in another. */
  #isSecret = false;
  #tooSlow: NodeJS.Timeout | undefined;
  /** How often Node has called `read`. */
  #asked = 0;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #sign: SignLink;
  readonly #idleTimeoutMs: number;
  readonly #gzip: GzipParts | null;
  readonly #onStop: Disposable;

  constructor(
    private readonly source: StreamSource,
    stopping: AbortSignal,
    {
      sign = asIs,
      isGzip = false,
      heartbeatMs = defaultHeartbeatMs,
      idleTimeoutMs = defaultIdleTimeoutMs,
    }: StreamOptions = {},
  ) {
    super();
    this.#sign = sign;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#gzip = isGzip ? new GzipParts() : null;
    if (this.#gzip !== null) this.push(this.#gzip.header);
    // An id without data is kept by the client, which hands on no event for it.
    const retryMs = randomInt(soonestRetryMs, latestRetryMs + 1);
    this.#send(`retry: ${retryMs}\n${source.startId === null ? '' : `id: ${source.startId}\n`}\n`);
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
    this.#onStop = addAbortListener(stopping, () => this.#stop());
  }

  /** Node asks whenever its buffer is not full: after a full one, because the client has taken some of it. */
  override _read(): void {
    this.#asked += 1;
    clearTimeout(this.#tooSlow);
    if (this.#rest.length > 0) this.#pushPart();
    else if (!this.#isWaiting) void this.#writeNext();
  }

  override _destroy(cause: Error | null, done: (cause?: Error | null) => void): void {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#tooSlow);
    this.#onStop[Symbol.dispose]();
    this.source.return().then(() => done(cause), done);
  }

  /** Ends the stream before its source does: its client gets the reason as an event `problem`. */
  endWith(problem: Problem): void {
    // Within an event that the client has received in part, nothing else can be sent.
    if (this.#rest.length > 0) return void this.destroy();
    this.#send(frame({ id: null, name: 'problem', data: { ...problem } }, asIs));
    this.#stop();
    setTimeout(() => this.destroy(), endMs).unref();
  }

  async #writeNext(): Promise<void> {
    this.#isWaiting = true;
    try {
      const { done, value } = await this.source.next();
      this.#isWaiting = false;
      if (done === true) {
        clearInterval(this.#heartbeat);
        if (this.#gzip !== null) this.push(this.#gzip.trailer());
        this.push(null);
      } else {
        requireShort(value.data);
        this.#rest = Buffer.from(frame(value, this.#sign));
        this.#isSecret = this.#gzip !== null && showsSecret(this.#rest);
        this.#pushPart();
      }
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  #pushPart(): void {
    const part = this.#rest.subarray(0, this.readableHighWaterMark);
    this.#rest = this.#rest.subarray(part.length);
    const hasRoom = this.#send(part, this.#isSecret);
    if (hasRoom) return;
    clearTimeout(this.#tooSlow);
    // After a pause of this process the client's progress waits in the socket: one turn of the event loop reads it first.
    this.#tooSlow = setTimeout(() => {
      const asked = this.#asked;
      setImmediate(() => {
        if (this.#asked === asked) this.destroy(tooSlow);
      });
    }, this.#idleTimeoutMs);
  }

  /** @returns whether the buffer has room */
  #send(part: string | Buffer, isSecret = false): boolean {
    return this.push(this.#gzip === null ? part : this.#gzip.part(Buffer.from(part), isSecret));
  }

  /** A comment without an id: it shows a client that waits for events that the stream is alive. */
  #beat(): void {
    if (this.readableLength === 0 && this.#rest.length === 0) this.#send(': ping\n\n');
  }

  #stop(): void {
    this.source.return().catch((error: Error) => this.destroy(error));
  }
}

const tooSlow = new AppError(
  'client_too_slow',
  'This client reads too slowly. Connect again behind its Last-Event-ID.',
);

const asIs: SignLink = (path) => path;

function frame({ id, name = 'message', data }: ServerSentEvent, sign: SignLink): string {
  return `${id === null ? '' : `id: ${id}\n`}event: ${name}\ndata: ${writeJson(data, sign)}\n\n`;
}
