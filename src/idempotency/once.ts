import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { invalidField, notFound } from '../errors.ts';
import { unprocessable } from '../input/validate.ts';
import { jsonDigest } from '../json-digest.ts';
import type { TransactionScope } from '../scope.ts';
import { IdempotencyKey } from './idempotency-key.entity.ts';

/** How long a key stands for its request, in milliseconds. */
const keyLifeMs = 24 * 60 * 60 * 1_000;

/** Where a fault of the key is told, at both doors. */
const pointer = '/Idempotency-Key';

/** A request that is made once, however often it is sent. */
export interface OnceRequest {
  readonly key: string;
  readonly digest: string;
}

/**
 * Names a request by the client's key; null without one. `asked` is all that makes it this request and no other.
 *
 * @throws AppError `INVALID_INPUT` for a key that is too long or holds more than visible characters
 */
export function onceRequest(key: string | null | undefined, asked: unknown): OnceRequest | null {
  if (key === null || key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidField(pointer, 'format', 'An Idempotency-Key has from 1 to 255 visible ASCII characters.');
  }
  return { key, digest: jsonDigest(asked) };
}

/**
 * Runs a step of a request, unless an earlier sending of the request has: then its result is given again. The result is
 * stored in the step's own transaction, so that neither is there without the other, and whoever sends the same request
 * meanwhile waits.
 *
 * @throws AppError `UNPROCESSABLE` when the key was used for another request
 */
export async function once<Result>(
  transaction: TransactionScope,
  request: OnceRequest | null,
  step: number,
  run: () => Promise<Result>,
): Promise<Result> {
  if (request === null) return run();
  const stored = await lockKey(transaction, request);
  if (step < stored.results.length) return stored.results[step] as Result;
  const result = await run();
  stored.results = [...stored.results, result];
  return result;
}

async function lockKey({ em, now }: TransactionScope, { key, digest }: OnceRequest): Promise<IdempotencyKey> {
  const kysely = em.getKysely<unknown>();
  const expired = new Date(now().getTime() - keyLifeMs).toISOString();
  await sql`delete from idempotency_key where key in (
    select key from idempotency_key where created_at < ${expired} limit 100 for update skip locked)`.execute(kysely);
  // Waits while another sending of the request is at a step.
  await sql`insert into idempotency_key (key, request, results, created_at)
    values (${key}, ${digest}, '[]', ${now().toISOString()}) on conflict (key) do nothing`.execute(kysely);
  const stored = await em.findOne(IdempotencyKey, { key }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (stored === null) throw notFound('Idempotency-Key', key);
  if (stored.request !== digest) {
    throw unprocessable(pointer, 'unknown', 'This Idempotency-Key was used for another request: take a new one.');
  }
  return stored;
}
