import type { Db } from 'pg-boss';

/**
 * Carries short messages between the processes that share a database. It may lose them: a process without messages polls
 * by itself after a while. It keeps none either, so that a bus that is away costs no memory.
 */
export interface Bus {
  /** Starts to listen. What is lost later is opened again for as long as it takes, until `close`. */
  open(listener: BusListener): Promise<void>;
  /** Sends to all processes; whether the sender gets its own message back is up to the bus. */
  publish(message: string): Promise<void>;
  close(): Promise<void>;
}

/** Receives the messages of a bus. */
export interface BusListener {
  /** Messages are not trusted: checks them, and must not throw. */
  onMessage(message: string): void;
  /** The bus is open for the first time or again; what was sent before may be lost. */
  onOpen(): void;
}

/** Makes the bus once the queue is open, whose connections it may use. */
export type MakeBus = (queue: Db) => Bus;
