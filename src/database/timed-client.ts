import { Socket } from 'node:net';
import pg from 'pg';
import { ConnectionError } from './connection-error.ts';

/** A client whose connection can be destroyed at once, whatever it waits for. */
export class TimedClient extends pg.Client {
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
  }

  /** Destroys the connection without a goodbye, which a silent server would not take. */
  destroy(): void {
    this.#socket.destroy();
  }

  /**
   * Runs a statement. Without an answer within `limitMs` it destroys the connection, because a late answer would be
   * taken for that of the next statement.
   *
   * @param limitMs null waits without end
   */
  async ask<Row extends object>(statement: pg.QueryConfig, limitMs: number | null): Promise<pg.QueryResult<Row>> {
    if (limitMs === null) return this.query<Row>(statement);
    let overdue: ConnectionError | undefined;
    let answered = false;
    const giveUp = (): void => {
      if (answered) return;
      overdue = new ConnectionError('STATEMENT_OVERDUE', `A statement got no answer within ${limitMs} ms.`);
      this.destroy();
    };
    // After a pause of this process the answer may wait in the socket: one turn of the event loop reads it first.
    const timer = setTimeout(() => setImmediate(giveUp), limitMs);
    try {
      return await this.query<Row>(statement);
    } catch (error) {
      throw overdue ?? error;
    } finally {
      answered = true;
      clearTimeout(timer);
    }
  }
}
