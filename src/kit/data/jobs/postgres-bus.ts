import type { Db } from 'pg-boss';
import type { Bus, BusListener } from './bus.ts';

const channel = 'deckcast_wake_up';

/**
 * LISTEN and NOTIFY: each process listens on a connection of its own, which is opened again when it is lost, and
 * notifies on the queue's connections. Never inside a use case's transaction: NOTIFY takes a global lock at commit, and
 * would line up all writers behind each other.
 */
export class PostgresBus implements Bus {
  #listening: Awaited<ReturnType<NonNullable<Db['listen']>>> | null = null;

  constructor(private readonly queue: Db) {}

  async open({ onMessage, onOpen }: BusListener): Promise<void> {
    this.#listening = (await this.queue.listen?.(channel, onMessage, onOpen)) ?? null;
  }

  async publish(message: string): Promise<void> {
    await this.queue.executeSql('select pg_notify($1, $2)', [channel, message]);
  }

  async close(): Promise<void> {
    await this.#listening?.close();
  }
}
