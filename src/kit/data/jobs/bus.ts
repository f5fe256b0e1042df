import type { Db } from 'pg-boss';

/**
 * Carries short messages between the processes that share a database. It may lose them: a process without messages polls
 * by itself after a while. It stores none either, so that an unreachable bus costs no memory.
 */
export interface Bus {
  /** Starts to listen. Reconnects after a loss, without a limit, until `close`. */
  open(listener: BusListener): Promise<void>;
  /** Sends to all processes; whether the sender gets its own message back is up to the bus. */
  publish(message: string): Promise<void>;
  close(): Promise<void>;
}

export interface BusListener {
  /** Messages are not trusted: checks them, and must not throw. */
  onMessage(message: string): void;
  /** The bus has connected or reconnected; earlier messages may be lost. */
  onOpen(): void;
}

/** Makes the bus once the queue is open, whose connections it may use. */
export type MakeBus = (queue: Db) => Bus;
