import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { unescape } from 'node:querystring';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseConnection } from '../connections/connection.ts';
import type { Bus, BusListener } from './bus.ts';

/** Longest time for one step of connecting, in milliseconds. */
const connectMs = 3_000;
/** Longest time for a close, in milliseconds: it is part of the stop of a process. */
const closeMs = 500;
/** Pauses between attempts to connect, doubling from the first to the longest, in milliseconds. */
const firstPauseMs = 250;
const longestPauseMs = 5_000;
/** How often a silent connection is pinged; it is given up after two pings, in milliseconds. */
const pingMs = 5_000;

/**
 * Core NATS. The process starts and works without the server: messages are dropped until it answers.
 *
 * Reconnects by its own code: the client's reconnection buffers published messages, gives up after two rejected logins,
 * and cannot be stopped before it has connected once.
 */
export class NatsBus implements Bus {
  readonly #address: { host: string; port: number };
  readonly #options: ConnectionOptions;
  readonly #closing = new AbortController();
  #connection: NatsConnection | null = null;
  #running: Promise<void> = Promise.resolve();
  #failures = 0;

  constructor(
    url: string,
    private readonly subject: string,
    private readonly log: Logger,
  ) {
    const { protocol, hostname, port, username, password } = new URL(url);
    this.#address = { host: hostname.replaceAll(/[[\]]/g, ''), port: port === '' ? 4222 : Number(port) };
    this.#options = {
      servers: `${hostname}:${this.#address.port}`,
      ...(username === '' ? {} : credentials(unescape(username), unescape(password))),
      ...(protocol === 'tls:' ? { tls: {} } : {}),
      name: 'deckcast',
      reconnect: false,
      timeout: connectMs,
      pingInterval: pingMs,
    };
  }

  /** Resolves at once, whether the server answers or not. */
  async open(listener: BusListener): Promise<void> {
    this.#running = this.#stayConnected(listener);
  }

  async publish(message: string): Promise<void> {
    this.#connection?.publish(this.subject, message);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const tooLong = delay(closeMs, undefined, { ref: false });
    await Promise.race([this.#finish().catch(() => undefined), tooLong]);
    await this.#connection?.close();
  }

  async #finish(): Promise<void> {
    await this.#connection?.drain();
    await this.#running;
  }

  async #stayConnected(listener: BusListener): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const error = await this.#listen(listener).catch((reason: unknown) => reason);
      this.#connection = null;
      if (signal.aborted) return;
      if (this.#failures === 0) {
        this.log.warn({ error }, 'no connection to NATS; until there is one, processes notice each other later');
      }
      const pauseMs = Math.min(firstPauseMs * 2 ** this.#failures, longestPauseMs);
      this.#failures += 1;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Connects once and listens. @returns what ended the connection, as far as the client knows */
  async #listen({ onMessage, onOpen }: BusListener): Promise<unknown> {
    await this.#readGreeting();
    const connection = await connect(this.#options);
    if (this.#closing.signal.aborted) return connection.close();
    connection.subscribe(this.subject, {
      callback: (error, message) => {
        if (error === null) onMessage(message.string());
        else this.log.warn({ error }, 'NATS does not let this process listen');
      },
    });
    this.#connection = connection;
    if (this.#failures > 0) this.log.info('connected to NATS again');
    this.#failures = 0;
    onOpen();
    return connection.closed();
  }

  /** Proves that a server speaks there. The client would leave a socket open for each one that stays silent. */
  async #readGreeting(): Promise<void> {
    const socket = connectSocket(this.#address);
    try {
      await once(socket, 'data', { signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(connectMs)]) });
    } finally {
      socket.destroy();
    }
  }
}

/** A subject of this database alone, so that two Deckcasts on one NATS server do not wake each other. */
export async function wakeUpSubject({ kysely }: DatabaseConnection): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat(extract(epoch from min(began_at)), ' ', current_database()) as identity from log_epoch`.execute(
    kysely,
  );
  const digest = createHash('sha256').update(rows[0]?.identity ?? '');
  return `deckcast.${digest.digest('hex').slice(0, 32)}.wake-ups`;
}

/** A name without a password is a token, as in all clients of NATS. */
function credentials(user: string, pass: string): Pick<ConnectionOptions, 'user' | 'pass' | 'token'> {
  return pass === '' ? { token: user } : { user, pass };
}
