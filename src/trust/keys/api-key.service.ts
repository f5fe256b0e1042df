import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { newKeyToken } from '../../kit/rights/index.ts';
import {
  type ExpectedVersion,
  inTransaction,
  type RequestScope,
  requireVersion,
  touch,
  type TransactionScope,
} from '../../kit/data/index.ts';
import { type Change, inputOf, requireTime, requireUuid, unprocessable } from '../../kit/input/index.ts';
import { AppError, applyChanges, notFound } from '../../kit/core/index.ts';
import { ApiKey, type IssuedKey } from './api-key.entity.ts';
import type { FindMissingDeck } from '../../delivery/operations/subscription.service.ts';
import { canonicalDecks, checkDeckLimit } from './deck-limit.ts';
import type { CreateApiKeyInput, RotateApiKeyInput, UpdateApiKeyInput } from './api-key.inputs.ts';

/** How long the old value of a key also counts after a rotation that sets no time, in seconds. */
const defaultOverlapSeconds = 86_400;

/**
 * Makes, changes, rotates and revokes keys. Each change raises the revision of all keys in its transaction, and
 * notifies every process after it. No event is recorded: events reach receivers, whom API keys do not concern.
 */
export class ApiKeyService {
  /** @param onChange called after the commit of each change */
  constructor(
    private readonly onChange: () => void,
    private readonly missingDeck: FindMissingDeck,
  ) {}

  /**
   * Makes a key.
   *
   * @returns it with its value, which nobody can read again
   * @throws AppError as `checkDeckLimit` does
   */
  async create(scope: RequestScope, { expiresAt, ...input }: CreateApiKeyInput): Promise<IssuedKey> {
    return this.#change(scope, async (transaction) => {
      const { token, lookup, digest } = newKeyToken();
      const apiKey = new ApiKey();
      const changed = applyChanges(apiKey, asStored(input));
      await checkDeckLimit(transaction, this.missingDeck, apiKey, changed);
      Object.assign(apiKey, { prefix: lookup, digest, expiresAt: readExpiry(expiresAt, transaction.now()) ?? null });
      await transaction.em.persist(apiKey).flush();
      return { apiKey, token };
    });
  }

  /** @throws AppError `CONFLICT` for a key that is revoked, and as `checkDeckLimit` does */
  async update(
    scope: RequestScope,
    keyId: string,
    change: Change<UpdateApiKeyInput>,
    ifVersion?: ExpectedVersion,
  ): Promise<ApiKey> {
    return this.#change(scope, async (transaction) => {
      const apiKey = await lockLive(transaction, keyId, ifVersion);
      const { expiresAt, ...input } = inputOf(change, apiKey);
      const end = readExpiry(expiresAt, transaction.now());
      const changed = applyChanges(apiKey, { ...asStored(input), expiresAt: end });
      await checkDeckLimit(transaction, this.missingDeck, apiKey, changed);
      if (changed.length > 0) touch(transaction, apiKey);
      return apiKey;
    });
  }

  /**
   * Gives a key a new value. The old one also counts during the overlap; the one before it ends at once.
   *
   * @throws AppError `CONFLICT` for a key that is revoked
   */
  async rotate(
    scope: RequestScope,
    keyId: string,
    { overlapSeconds }: RotateApiKeyInput,
    ifVersion?: ExpectedVersion,
  ): Promise<IssuedKey> {
    return this.#change(scope, async (transaction) => {
      const apiKey = await lockLive(transaction, keyId, ifVersion);
      const { token, digest } = newKeyToken(apiKey.prefix);
      const seconds = overlapSeconds ?? defaultOverlapSeconds;
      apiKey.previousDigest = seconds === 0 ? null : apiKey.digest;
      apiKey.previousUntil = seconds === 0 ? null : new Date(transaction.now().getTime() + seconds * 1_000);
      apiKey.digest = digest;
      touch(transaction, apiKey);
      return { apiKey, token };
    });
  }

  /** Revokes a key permanently. Its row stays, so that what it did keeps its name. A second time changes nothing. */
  async revoke(scope: RequestScope, keyId: string, ifVersion?: ExpectedVersion): Promise<ApiKey> {
    return this.#change(scope, async (transaction) => {
      const apiKey = await lock(transaction, keyId, ifVersion);
      if (apiKey.revokedAt !== null) return apiKey;
      apiKey.revokedAt = transaction.now();
      touch(transaction, apiKey);
      return apiKey;
    });
  }

  /** The revision is raised last: its row is locked until the commit. */
  async #change<Result>(
    scope: RequestScope,
    work: (transaction: TransactionScope) => Promise<Result>,
  ): Promise<Result> {
    return inTransaction(scope, async (transaction) => {
      const result = await work(transaction);
      await transaction.em.flush();
      await sql`update access_revision set revision = revision + 1`.execute(transaction.em.getKysely<unknown>());
      transaction.afterCommit(this.onChange);
      return result;
    });
  }
}

async function lock({ em }: TransactionScope, keyId: string, ifVersion: ExpectedVersion): Promise<ApiKey> {
  const id = requireUuid(keyId, 'keyId');
  const apiKey = await em.findOne(ApiKey, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (apiKey === null) throw notFound('key', id);
  requireVersion(apiKey, ifVersion);
  return apiKey;
}

async function lockLive(transaction: TransactionScope, keyId: string, ifVersion: ExpectedVersion): Promise<ApiKey> {
  const apiKey = await lock(transaction, keyId, ifVersion);
  if (apiKey.revokedAt === null) return apiKey;
  throw new AppError('key_revoked', `The key ${apiKey.id} is revoked, which nothing undoes: make a new one.`);
}

/** @returns undefined without a value. @throws AppError `UNPROCESSABLE` for a time that has passed */
function readExpiry(expiresAt: string | null | undefined, now: Date): Date | null | undefined {
  if (expiresAt === undefined || expiresAt === null) return expiresAt;
  const end = requireTime(expiresAt, 'expiresAt');
  if (end > now) return end;
  throw unprocessable(
    'time_out_of_range',
    '/expiresAt',
    'range',
    'expiresAt must be a time to come: revoke the key to end it now.',
  );
}

/** The input with its lists in canonical form: in order, each item once. */
function asStored(input: Omit<UpdateApiKeyInput, 'expiresAt'>) {
  const scopes = input.scopes === undefined ? undefined : [...new Set(input.scopes)].sort();
  return { ...input, scopes, deckIds: canonicalDecks(input.deckIds) };
}
