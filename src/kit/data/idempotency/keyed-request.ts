import { deserialize, serialize } from 'node:v8';
import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { type Actor, isNamed, type Vault } from '../../rights/index.ts';
import { invalidField, jsonDigest, notFound } from '../../core/index.ts';
import { unprocessable } from '../../input/index.ts';
import { inTransaction, type RequestScope, type RequestSteps, type TransactionScope } from '../scope.ts';
import { IdempotencyKey } from './idempotency-key.entity.ts';

/** How long a key is kept with its request, in milliseconds. */
const keyLifeMs = 24 * 60 * 60 * 1_000;

/** The pointer of errors of the key, in REST and in GraphQL. */
const pointer = '/Idempotency-Key';

/** Stands in place of the digest of a request whose results were erased. */
export const erasedRequest = 'erased';

/** A request and its Idempotency-Key. All fields but the key identify the request. */
export interface Keyed {
  readonly key: string | null | undefined;
  /** The id of the REST operation, which is the name of the mutation. */
  readonly operation: string;
  /** The ids that it names, in the order of REST's path. */
  readonly of?: readonly string[];
  readonly input?: object | undefined;
  readonly query?: object | undefined;
  readonly ifMatch?: readonly string[] | undefined;
  readonly mustCreate?: boolean;
}

/**
 * Names a request by the client's key; undefined without one.
 *
 * @throws AppError `INVALID_INPUT` for a key that is too long or holds more than visible characters
 */
export function keyedRequest(vault: Vault, actor: Actor, { key, ...asked }: Keyed): KeyedRequest | undefined {
  if (key === null || key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidField(pointer, 'format', 'An Idempotency-Key has from 1 to 255 visible ASCII characters.');
  }
  // A stored result is returned without a look at its rows: a key whose decks have changed since gets none.
  const limits = actor.decks === null ? {} : { decks: actor.decks };
  return new KeyedRequest(vault, ownName(actor, key), jsonDigest({ of: [], ...asked, ...limits }));
}

/**
 * The name under which a request is stored: two callers never see each other's results. Holders of a made key or of a token have
 * their name before it. Names have no blanks, so that nobody's name is another one's with the id. All others are the operator.
 */
function ownName(actor: Actor, key: string): string {
  return isNamed(actor.kind) ? `${actor.key} ${key}` : key;
}

/**
 * The transactions of a request with a key. The result of each is stored in that transaction, so that neither is there
 * without the other, and is returned when the request is sent again. A repetition during the first one waits. Results are
 * sealed: they hold homeowners' data and secrets.
 */
class KeyedRequest implements RequestSteps {
  #steps = 0;

  constructor(
    private readonly vault: Vault,
    private readonly key: string,
    private readonly digest: string,
  ) {}

  /** @throws AppError `UNPROCESSABLE`, from the step, when the key was used for another request */
  next(): <Result>(transaction: TransactionScope, work: () => Promise<Result>) => Promise<Result> {
    const step = this.#steps;
    this.#steps += 1;
    return async <Result>(transaction: TransactionScope, work: () => Promise<Result>) => {
      const stored = await this.#lock(transaction);
      const earlier = stored.results[step];
      if (earlier !== undefined) return this.#open(earlier) as Result;
      const result = await work();
      // A flush sets the generated values.
      await transaction.em.flush();
      stored.results = [...stored.results, this.#seal(result)];
      return result;
    };
  }

  async find({ em, now }: RequestScope): Promise<{ readonly result: unknown } | null> {
    const stored = await em.fork().findOne(IdempotencyKey, { key: this.key, createdAt: { $gt: expiredAt(now()) } });
    const [result] = this.#requireSame(stored)?.results ?? [];
    return result === undefined ? null : { result: this.#open(result) };
  }

  async #lock({ em, now }: TransactionScope): Promise<IdempotencyKey> {
    const { key, digest } = this;
    const kysely = em.getKysely<unknown>();
    const isExpired = sql`created_at <= ${expiredAt(now()).toISOString()}`;
    await sql`delete from idempotency_key where ${isExpired} and (key = ${key} or key in (
      select key from idempotency_key where ${isExpired} limit 100 for update skip locked))`.execute(kysely);
    // Waits while another sending of the request is at a step.
    await sql`insert into idempotency_key (key, request, results, created_at)
      values (${key}, ${digest}, '[]', ${now().toISOString()}) on conflict (key) do nothing`.execute(kysely);
    const stored = await em.findOne(IdempotencyKey, { key }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (stored === null) throw notFound('Idempotency-Key', key);
    this.#requireSame(stored);
    return stored;
  }

  #requireSame(stored: IdempotencyKey | null): IdempotencyKey | null {
    if (stored === null || stored.request === this.digest) return stored;
    if (stored.request === erasedRequest) {
      throw unprocessable(
        'idempotency_key_erased',
        pointer,
        'unknown',
        'What the request with this Idempotency-Key made was erased since.',
      );
    }
    throw unprocessable(
      'idempotency_key_reused',
      pointer,
      'unknown',
      'This Idempotency-Key was used for another request: take a new one.',
    );
  }

  #seal(result: unknown): string {
    return this.vault.seal(serialize(result).toString('base64'), this.digest);
  }

  #open(sealed: string): unknown {
    return deserialize(Buffer.from(this.vault.open(sealed, this.digest), 'base64'));
  }
}

function expiredAt(now: Date): Date {
  return new Date(now.getTime() - keyLifeMs);
}

/** Deletes some of the keys that are too old. @returns how many; with none there are none left */
export async function pruneKeys({ em, now }: RequestScope): Promise<number> {
  const { rows } = await sql`delete from idempotency_key where key in (
    select key from idempotency_key where created_at <= ${expiredAt(now()).toISOString()}
    limit 500 for update skip locked) returning key`.execute(em.getKysely<unknown>());
  return rows.length;
}

/**
 * Runs work of many transactions that is safe to repeat: only its final result is stored. After a crash the
 * request does the remaining steps, and returns their results.
 */
export async function keepResult<Result>(
  { steps, ...scope }: RequestScope,
  work: (scope: RequestScope) => Promise<Result>,
): Promise<Result> {
  if (steps === undefined) return work(scope);
  const earlier = await steps.find(scope);
  if (earlier !== null) return earlier.result as Result;
  const result = await work(scope);
  return inTransaction({ ...scope, steps, em: scope.em.fork() }, async () => result);
}
