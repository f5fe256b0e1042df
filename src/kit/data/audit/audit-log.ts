import type { SqlEntityManager } from '@mikro-orm/sql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../rights/index.ts';
import { AppError } from '../../core/index.ts';
import { UnauthenticatedSample } from './unauthenticated-sample.ts';
import { type TouchedObject, TouchedObjects } from './touched.ts';

/** Most refusals that wait to be written; those beyond are counted in the process log alone. */
const mostWaiting = 10_000;
/** Most refusals that one statement writes. */
const batchSize = 200;

/** The caller, its operation and its address. */
export interface Requester {
  readonly actor: Pick<Actor, 'kind' | 'key'>;
  readonly operation: string;
  readonly requestId: string;
  /** The address of the client; null without one, as on the command line. */
  readonly address: string | null;
}

/**
 * The append-only record of who did what, and of what was refused. An entry of a change is written in its transaction,
 * so that neither is there without the other. Entries name fields and never have values.
 */
export class AuditLog {
  #waiting: Row[] = [];
  #dropped = 0;
  #writing: Promise<void> | null = null;
  readonly #unauthenticated = new UnauthenticatedSample();

  constructor(
    private readonly database: Kysely<unknown>,
    private readonly log: Logger,
  ) {}

  trail(asker: Requester): AuditTrail {
    return new AuditTrail(asker, this);
  }

  /**
   * Records the refusal of a caller that could not be identified. Only some of one address are: a guesser must not fill
   * the disk.
   *
   * @param error anything but a refusal is passed over
   */
  unauthenticated(error: unknown, { address, requestId }: Pick<Requester, 'address' | 'requestId'>): void {
    if (!isRefusal(error) || !this.#unauthenticated.takes(address)) return;
    this.refused({ actor: { kind: 'public', key: null }, operation: 'authenticate', address, requestId }, error);
  }

  /** Records a refusal after its answer: refusing must stay cheap. */
  refused(asker: Requester, { code }: AppError): void {
    if (this.#waiting.length >= mostWaiting) this.#dropped += 1;
    else this.#waiting.push(rowOf(asker, new TouchedObjects(), code));
    this.#writing ??= this.#writeWaiting();
  }

  /** Resolves when all refusals are written that were recorded before. */
  async stop(): Promise<void> {
    await this.#writing;
  }

  async #writeWaiting(): Promise<void> {
    // Refusals of the same moment share a statement.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize);
      try {
        await insertion(batch).execute(this.database);
      } catch (error) {
        this.log.warn({ error, refusals: batch.length }, 'refusals could not be written to the audit log');
      }
    }
    if (this.#dropped > 0) this.log.warn({ refusals: this.#dropped }, 'too many refusals at once for the audit log');
    this.#dropped = 0;
    this.#writing = null;
  }
}

type ReadObject = Pick<TouchedObject, 'objectType' | 'objectId'>;

/** What one request leaves in the audit log. */
export class AuditTrail {
  /** Objects whose secrets it has shown, each until that is written. */
  readonly #shown = new Map<string, Promise<void>>();
  #batch: { readonly objects: ReadObject[]; readonly written: Promise<void> } | null = null;

  constructor(
    private readonly asker: Requester,
    private readonly log: AuditLog,
  ) {}

  /** @returns the statement that records a change at its end; null where there is nothing to record */
  done(objects: TouchedObjects): RawBuilder<unknown> | null {
    return this.#isRecorded(objects) ? null : insertion([rowOf(this.asker, objects)]);
  }

  /**
   * Whether a statement of the change has recorded it already. A change that goes on after that has a second entry for the
   * rest. A change without a caller is recorded where it touches an object.
   */
  #isRecorded(objects: TouchedObjects): boolean {
    return objects.count === 0 && (objects.isTaken || this.asker.actor.kind === 'system');
  }

  /**
   * Gives the entry of a change to a statement of it (`entriesWithin`).
   *
   * @param id of the row that stands for the change in that statement
   * @param isLast whether the change ends with it; otherwise there is no entry while no object was touched
   */
  stated(id: string, objects: TouchedObjects, isLast: boolean): StatedChange[] {
    if (isLast ? this.#isRecorded(objects) : objects.count === 0) return [];
    const entry = rowOf(this.asker, objects);
    objects.take();
    return [{ id, entry }];
  }

  /** Records that a secret is read, or data is taken out, before it is answered. */
  async read(em: SqlEntityManager, ...objects: ReadObject[]): Promise<void> {
    const touched = new TouchedObjects();
    for (const object of objects) touched.note({ ...object, change: 'read' });
    await insertion([rowOf(this.asker, touched)]).execute(em.getKysely<unknown>());
  }

  /**
   * The same for secrets that are part of what is shown. Those of one list share an entry, and an object that is shown
   * again, as in each row of a stream, has none of its own.
   */
  async showed(em: SqlEntityManager, object: ReadObject): Promise<void> {
    const name = `${object.objectType} ${object.objectId}`;
    const earlier = this.#shown.get(name);
    if (earlier !== undefined) return earlier;
    this.#batch ??= this.#openBatch(em);
    const { objects, written } = this.#batch;
    objects.push(object);
    this.#shown.set(name, written);
    written.catch(() => this.#shown.delete(name));
    return written;
  }

  #openBatch(em: SqlEntityManager): { readonly objects: ReadObject[]; readonly written: Promise<void> } {
    const objects: ReadObject[] = [];
    const written = new Promise(setImmediate).then(() => {
      this.#batch = null;
      return this.read(em, ...objects);
    });
    return { objects, written };
  }

  /** Records a refusal. @param error anything else is passed over */
  refused(error: unknown): void {
    if (isRefusal(error)) this.log.refused(this.asker, error);
  }
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'FORBIDDEN' || error.code === 'UNAUTHENTICATED');
}

/** By column, but for its time, which is that of the database. */
interface Row {
  readonly id: string;
  readonly actor: string;
  readonly key: string | null;
  readonly address: string | null;
  readonly operation: string;
  readonly requestId: string;
  readonly result: 'done' | 'refused';
  readonly reason: string | null;
  readonly objects: readonly TouchedObject[];
  readonly objectCount: number;
}

/** @param reason of a refusal; null for what was done */
function rowOf({ actor, ...asker }: Requester, { named, count }: TouchedObjects, reason: string | null = null): Row {
  const who = { id: uuidv7(), actor: actor.kind, key: actor.key, ...asker };
  const result = reason === null ? 'done' : 'refused';
  return { ...who, result, reason, objects: named, objectCount: count };
}

function insertion(rows: readonly Row[]): RawBuilder<unknown> {
  return sql`with ${writing(JSON.stringify(rows))} select where false`;
}

/** A change that its own statement records. */
export interface StatedChange {
  /** The id of the row that stands for it in the statement. */
  readonly id: string;
  readonly entry: Row;
}

/** The entries of changes as `entriesWithin` takes them: a text of JSON. */
export function entriesText(changes: readonly StatedChange[]): string {
  return JSON.stringify(changes.map(({ id, entry }) => ({ ...entry, change: id })));
}

/**
 * Records changes inside the statement that makes them, which saves a round trip to the database.
 *
 * @param origin the clause of that statement with the ids of the rows: without its row a change has no entry
 * @returns clauses to follow it
 */
export function entriesWithin(origin: RawBuilder<unknown>, entries: string): RawBuilder<unknown> {
  return writing(entries, sql`where change in (select id from ${origin})`);
}

/**
 * Clauses that write entries. Each waits for its place in the chain, which a worker gives it: writers wait for nobody.
 * The text is the same for any number of rows, so that it can be prepared.
 *
 * @param rows as a text of JSON
 */
function writing(rows: string, condition: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  return sql`entry as (
      insert into audit_entry (id, actor, key, address, operation, request_id, result, reason, objects, object_count)
      select id, actor, key, address, operation, "requestId", result, reason, objects, "objectCount"
      from json_to_recordset(${rows}::json) as made (id uuid, actor text, key text, address text,
        operation text, "requestId" text, result text, reason text, objects jsonb, "objectCount" integer, change uuid)
      ${condition} returning id
    ), waiting as (insert into audit_waiting (entry_id) select id from entry)`;
}
