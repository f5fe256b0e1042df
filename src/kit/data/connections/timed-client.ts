import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import pg from 'pg';
import { ConnectionError } from './connection-error.ts';

/** The head of a CancelRequest: its length and its code (PostgreSQL's protocol 3.0). */
const cancelRequest = [16, 80_877_102] as const;
/** How long the server may take to receive a cancel request, in milliseconds. */
const cancelMs = 1_000;

/** Settings of a session that `pg` would send as parameters of its start, which poolers refuse. */
const sessionSettings = ['statement_timeout', 'idle_in_transaction_session_timeout'] as const;

/**
 * Compiling costs more than our statements run: PostgreSQL overestimates those over JSON a thousandfold, and compiled one
 * of 2 ms anew for half a second at each execution. Nothing is set where an engine does not know the setting, nor in sessions that a pooler shares.
 */
const withoutCompiler = `select set_config('jit', 'off', false) from pg_settings where name = 'jit'`;

/** What a transaction begins with, and the name under which sessions have it prepared. */
export const begin = 'begin';
/** What a transaction ends with. */
export const commit = 'commit';

/** A statement that may be prepared under its name. */
export type NamedStatement = pg.QueryConfig & { readonly name: string; readonly values: unknown[] };

/** A statement of a session. */
export interface Statement extends pg.QueryConfig {
  /** What goes in front of it in the same message, without its result. It does not run where one of them fails. */
  readonly before?: readonly NamedStatement[];
  /** Whether `commit` goes behind it in the same message, which does not run where it fails. */
  readonly commits?: boolean;
}

type Sendable = string | Buffer | null;

/** Writes a value for the server. The types of `pg` leave it out. */
const { prepareValue } = (pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => Sendable } })
  .utils;

const sendable = (values: readonly unknown[]): Sendable[] => values.map((value) => prepareValue(value));

/** A client whose connection can be destroyed at once, also while it waits. */
export class TimedClient extends pg.Client {
  /** Identifies this session to the server when another connection cancels its statement. */
  declare readonly processID: number | null;
  declare readonly secretKey: number | null;
  /** Its types leave out the texts of the prepared statements, by their names. */
  declare readonly connection: pg.Connection & { readonly parsedStatements: Readonly<Record<string, string>> };
  readonly #socket: Socket;
  /** Sets what the session begins with; empty for nothing. */
  readonly #beginning: string;
  readonly #connectMs: number | null;
  #onRow: ((bytes: number) => void) | undefined;
  /** Whether `commit` follows the statement that is being sent. */
  #commits = false;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    const { statement_timeout: _, idle_in_transaction_session_timeout: __, ...started } = config;
    super({ ...started, stream: () => socket });
    this.#socket = socket;
    const settings = sessionSettings
      .filter((name) => typeof config[name] === 'number')
      .map((name) => `set ${name} = ${Number(config[name])}`);
    this.#beginning = settings.length === 0 ? '' : [...settings, withoutCompiler].join('; ');
    this.#connectMs = config.connectionTimeoutMillis ?? null;
    // The statement that runs fails as well. A pool listens only once `connect` has called back: without a listener, a
    // connection that is lost during its first statement would end the process.
    this.on('error', () => undefined);
    this.connection.on('dataRow', ({ length }: { length: number }) => this.#onRow?.(length));
    this.#executeCommits();
  }

  /** The message of a statement ends with its execution: `commit` has to be executed there. */
  #executeCommits(): void {
    const { connection } = this;
    const execute = connection.execute.bind(connection);
    connection.execute = (...executed) => {
      execute(...executed);
      if (!this.#commits) return;
      connection.parse({ text: commit, name: '', types: [] }, true);
      connection.bind({}, true);
      execute({}, true);
    };
  }

  /** Connects, and sets what the session begins with by a statement of its own. */
  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): unknown {
    const connected = this.#connect();
    if (callback === undefined) return connected;
    // The pool takes null for a success, as `pg` gives it.
    connected.then(() => callback(null as unknown as Error), callback);
    return undefined;
  }

  async #connect(): Promise<this> {
    await super.connect();
    if (this.#beginning === '') return this;
    try {
      await this.ask({ text: this.#beginning }, this.#connectMs);
    } catch (error) {
      // The pool forgets a client that did not connect.
      this.destroy();
      throw error;
    }
    return this;
  }

  /** Destroys the connection without a goodbye, which a silent server would not take. */
  destroy(): void {
    this.#socket.destroy();
  }

  /**
   * Asks the server, over a connection of its own, to end the statement that runs; it then fails with 57014. The server
   * closes that connection when it has passed the request on, so that no later statement is hit.
   *
   * @throws when the server does not take it in time
   */
  async cancelStatement(): Promise<void> {
    const { host, port, processID, secretKey } = this;
    if (processID === null || secretKey === null) throw new Error('The session has no key to cancel by.');
    const { remoteAddress = host, remotePort = port } = this.#socket;
    const isPath = host.startsWith('/');
    const socket = isPath ? connect(`${host}/.s.PGSQL.${port}`) : connect({ host: remoteAddress, port: remotePort });
    const message = Buffer.alloc(cancelRequest[0]);
    [...cancelRequest, processID, secretKey].forEach((value, at) => message.writeInt32BE(value | 0, at * 4));
    const tooLate = setTimeout(() => socket.destroy(new Error('The request to cancel was not taken.')), cancelMs);
    try {
      socket.end(message);
      socket.resume();
      await once(socket, 'close');
    } finally {
      clearTimeout(tooLate);
    }
  }

  /** Whether the session has a statement prepared under this name. */
  hasPrepared(name: string): boolean {
    return this.connection.parsedStatements[name] !== undefined;
  }

  /**
   * Runs a statement. Without an answer within `limitMs` it destroys the connection, because a late answer would be
   * taken for that of the next statement.
   *
   * @param limitMs null waits without end
   * @param onRow is called with the size of each row, in bytes, as it arrives
   */
  async ask<Row extends object>(
    statement: Statement,
    limitMs: number | null,
    onRow?: (bytes: number) => void,
  ): Promise<pg.QueryResult<Row>> {
    if (limitMs === null) return this.#answer<Row>(statement);
    this.#onRow = onRow;
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
      return await this.#answer<Row>(statement);
    } catch (error) {
      throw overdue ?? error;
    } finally {
      answered = true;
      this.#onRow = undefined;
      clearTimeout(timer);
    }
  }

  /** By the form with a callback: V8 keeps the one that `pg` makes otherwise, and with it all rows, until a full collection. */
  async #answer<Row extends object>(statement: Statement): Promise<pg.QueryResult<Row>> {
    try {
      // Where values cannot be sent, `pg` calls back a second time.
      const result = await new Promise<pg.QueryResult<Row>>((resolve, reject) => {
        this.#send<Row>(statement, (error, answer) => (error === null ? resolve(answer) : reject(error)));
      });
      return resultOf(statement, result);
    } catch (error) {
      // It has the stack of the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** Sends a statement in one message with what goes with it, of which the server skips the rest after an error. */
  #send<Row extends object>({ before, commits, ...query }: Statement, onAnswer: OnAnswer<Row>): void {
    if (before === undefined && commits !== true) return this.query<Row>(query, onAnswer);
    // Several statements in one text have no values, and are not prepared.
    if (query.name === undefined && query.values?.length === 0) {
      return this.query<Row>([...(before ?? []).map(({ text }) => text), query.text].join('; '), onAnswer);
    }
    const { connection } = this;
    // Where a value cannot be sent, nothing is.
    const bound = (before ?? []).map(({ name, values }) => ({ statement: name, values: sendable(values) }));
    const own = { ...query, values: sendable(query.values ?? []) };
    connection.stream.cork();
    for (const one of bound) {
      connection.bind(one, true);
      connection.execute({}, true);
    }
    this.#commits = commits === true;
    this.query<Row>(own, onAnswer);
    this.#commits = false;
    connection.stream.uncork();
  }
}

type OnAnswer<Row extends object> = (error: Error | null, result: pg.QueryResult<Row>) => void;

/**
 * Of several statements `pg` gives the results as an array, which its types leave out.
 *
 * @throws when a `commit` has not committed
 */
function resultOf<Row extends object>(
  { before, commits }: Statement,
  result: pg.QueryResult<Row>,
): pg.QueryResult<Row> {
  if (before === undefined && commits !== true) return result;
  const last = (result as unknown as readonly pg.QueryResult<Row>[]).at(-1) as pg.QueryResult<Row>;
  if (commits === true && last.command !== 'COMMIT') throw new Error(`The transaction ended with ${last.command}.`);
  return last;
}
