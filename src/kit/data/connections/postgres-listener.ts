import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { TimedClient } from './timed-client.ts';

/** Pause between attempts to connect, in milliseconds. */
const reconnectMs = 500;
/** Longest time for one attempt, and for an answer to the heartbeat, in milliseconds. */
const idleTimeoutMs = 3_000;
/** Pause between heartbeats, in milliseconds. A silent connection never reports its loss. */
const heartbeatMs = 2_000;

/** The channel of a listener, and what it calls. */
export interface ChannelListener {
  readonly channel: string;
  readonly onMessage: (message: string) => void;
  /** Called each time the connection begins to listen: earlier messages are lost. */
  readonly onOpen: () => void;
}

/** A connection of its own that listens on one channel, and connects again within a second when it is lost. */
export class PostgresListener {
  readonly #closing = new AbortController();
  #client: TimedClient | null = null;
  #running: Promise<void> = Promise.resolve();
  #isLost = false;

  constructor(
    private readonly config: pg.ClientConfig,
    private readonly log: Logger,
  ) {}

  /** Resolves after the first attempt, whether it succeeds or not. */
  async open(listening: ChannelListener): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = this.#stayConnected(listening, resolve);
    await promise;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#client?.destroy();
    await this.#running;
  }

  async #stayConnected(listening: ChannelListener, onFirstAttempt: () => void): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const error = await this.#listen(listening, onFirstAttempt).catch((reason: unknown) => reason);
      this.#client?.destroy();
      onFirstAttempt();
      if (signal.aborted) return;
      if (!this.#isLost) this.log.warn({ error }, 'the connection for wake-ups is lost; it is opened again');
      this.#isLost = true;
      await delay(reconnectMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Connects and listens until the connection is lost. @throws what ended it */
  async #listen({ channel, onMessage, onOpen }: ChannelListener, onListening: () => void): Promise<void> {
    const client = new TimedClient({ ...this.config, connectionTimeoutMillis: idleTimeoutMs });
    this.#client = client;
    // The heartbeat fails as well; without a listener the error would end the process.
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort());
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    await client.connect();
    await client.ask({ text: `listen "${channel}"` }, idleTimeoutMs);
    if (this.#isLost) this.log.info('the connection for wake-ups is open again');
    this.#isLost = false;
    onOpen();
    onListening();
    while (!this.#closing.signal.aborted) {
      await delay(heartbeatMs, undefined, { signal: lost.signal });
      await client.ask({ text: 'select 1' }, idleTimeoutMs);
    }
  }
}
