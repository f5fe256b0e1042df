import { messages as protocolMessages, protocol, type Results, types } from '@electric-sql/pglite';
import { currentBudget, giveWay } from '../../core/index.ts';
import { StatementAbortedError } from './budgeted-statement.ts';
import { errorCode } from './connection-error.ts';
import { StatementCache } from './statement-cache.ts';

const { CommandCompleteMessage, DataRowMessage, ParameterDescriptionMessage, RowDescriptionMessage } = protocolMessages;
type Message = protocolMessages.BackendMessage;
type Fields = InstanceType<typeof RowDescriptionMessage>['fields'];
const { serialize } = protocol;

/** Rows of the first portion, and the most of one; each portion is to have about as many bytes. */
const firstRows = 20;
const mostRows = 10_000;
const portionBytes = 1_000_000;
/** Bounds the memory of the types: statements whose number of values varies have many texts, some of them long. */
const maxDescribed = 1_000;
const longestDescribed = 10_000;
/** Somebody has removed all prepared statements of the session. */
const noSuchStatement = '26000';
const countedCommands = /^(?:INSERT|UPDATE|DELETE|MERGE)\b.* (\d+)$/;

/** What reads the text of a value, by the type of the value as `pg_type` numbers it. */
export type Parsers = Readonly<Record<number, types.Parser>>;

/** The session of a database, and what writes values as text. */
interface StatementSession {
  /** @throws the first error that PostgreSQL reports */
  readonly send: (messages: Uint8Array) => Promise<Message[]>;
  readonly serializers: Readonly<Record<number, types.Serializer>>;
}

/** One run of a statement. */
interface Run {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly parsers: Parsers;
  /** Whether a transaction is open: otherwise the run is one. */
  readonly isInTransaction: boolean;
}

/**
 * The statements of a session of PGlite, each in one to three calls. PGlite's own `query` makes six, and the calls take
 * most of the time of a small statement. Rows come in portions: PGlite runs in this thread, so a large list that is read
 * as one would hold up the event loop, and would be counted when it is in memory already.
 */
export class EmbeddedStatements {
  readonly #names = new StatementCache();
  /** Names under which the session has a statement. */
  readonly #prepared = new Set<string>();
  /** The types of the values, by the text of the statement. */
  readonly #types = new Map<string, readonly number[]>();

  constructor(private readonly session: StatementSession) {}

  /** @throws StatementAbortedError when the rows are more than the budget of the work allows, or when it ends meanwhile */
  async run<Row>(run: Run): Promise<Results<Row>> {
    try {
      return await this.#run(run);
    } catch (error) {
      if (errorCode(error) !== noSuchStatement) throw error;
      this.#prepared.clear();
      if (run.isInTransaction) throw error;
      return this.#run(run);
    }
  }

  async #run<Row>({ text, values, parsers, isInTransaction }: Run): Promise<Results<Row>> {
    const reading = new Reading<Row>(parsers);
    // Outside of a transaction a Sync commits, and ends the portal whose rows are not all read.
    const end = isInTransaction ? [serialize.sync()] : [];
    let isSynced = false;
    try {
      let messages = await this.#bind(text, values);
      for (let rows = firstRows; ;) {
        isSynced = isInTransaction;
        const bytes = reading.take(await this.#send([...messages, serialize.execute({ rows }), ...end]));
        if (bytes > 0) await spendRead(bytes);
        if (!reading.isSuspended) break;
        messages = [];
        rows = Math.min(Math.max(Math.round((rows * portionBytes) / bytes), 1), mostRows);
      }
    } finally {
      if (!isSynced) await this.#send([serialize.sync()]);
    }
    return reading.results();
  }

  /** @returns the messages that begin a run. A statement of unknown types is described first. */
  async #bind(text: string, values: readonly unknown[]): Promise<Uint8Array[]> {
    // In the protocol the unnamed statement has an empty name. The next one replaces it.
    const name = this.#names.nameOf(text) ?? '';
    const isPrepared = this.#prepared.has(name);
    let valueTypes = values.length === 0 ? [] : this.#types.get(text);
    const parse = serialize.parse({ name, text });
    const isDescribed = valueTypes === undefined || (name !== '' && !isPrepared);
    if (isDescribed) {
      const described = await this.#send([parse, serialize.describe({ type: 'S', name })]);
      valueTypes = described.find((message) => message instanceof ParameterDescriptionMessage)?.dataTypeIDs ?? [];
      if (name !== '') this.#prepared.add(name);
      this.#keepTypes(text, valueTypes);
    }
    const texts = values.map((value, index) => this.#textOf(value, valueTypes?.[index] ?? 0));
    return [
      ...(isPrepared || isDescribed ? [] : [parse]),
      serialize.bind({ statement: name, values: texts }),
      serialize.describe({ type: 'P' }),
    ];
  }

  #keepTypes(text: string, valueTypes: readonly number[]): void {
    if (text.length > longestDescribed) return;
    if (this.#types.size === maxDescribed) this.#types.clear();
    this.#types.set(text, valueTypes);
  }

  #textOf(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const write = this.session.serializers[type] ?? this.session.serializers[types.TEXT];
    if (write === undefined) throw new TypeError(`PGlite has no serializer for values of type ${type}.`);
    return write(value);
  }

  #send(messages: readonly Uint8Array[]): Promise<Message[]> {
    return this.session.send(Buffer.concat(messages));
  }
}

/** The rows of one run. */
class Reading<Row> {
  /** Whether there may be more rows. */
  isSuspended = false;
  readonly #rows: Row[] = [];
  #fields: Fields = [];
  #tag = '';

  constructor(private readonly parsers: Parsers) {}

  /** @returns the bytes of the rows */
  take(messages: readonly Message[]): number {
    this.isSuspended = false;
    let bytes = 0;
    for (const message of messages) {
      if (message instanceof DataRowMessage) {
        bytes += message.length;
        this.#rows.push(this.#rowOf(message.fields));
      } else if (message instanceof RowDescriptionMessage) this.#fields = message.fields;
      else if (message instanceof CommandCompleteMessage) this.#tag = message.text;
      else if (message.name === 'portalSuspended') this.isSuspended = true;
    }
    return bytes;
  }

  results(): Results<Row> {
    const [, count] = countedCommands.exec(this.#tag) ?? [];
    return {
      rows: this.#rows,
      fields: this.#fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
      // The tag has the number of rows of the last portion.
      affectedRows: count === undefined ? 0 : Math.max(Number(count), this.#rows.length),
    };
  }

  #rowOf(values: readonly (string | null)[]): Row {
    const row: Record<string, unknown> = {};
    for (const [index, { name, dataTypeID }] of this.#fields.entries()) {
      const value = values[index] ?? null;
      const parse = value === null ? undefined : this.parsers[dataTypeID];
      row[name] = value === null || parse === undefined ? value : parse(value, dataTypeID);
    }
    return row as Row;
  }
}

async function spendRead(bytes: number): Promise<void> {
  try {
    currentBudget()?.spend('read', bytes);
    await giveWay();
  } catch (refusal) {
    throw new StatementAbortedError(refusal);
  }
}
