import type { SqlEntityManager } from '@mikro-orm/sql';
import { type Kysely, sql } from 'kysely';
import {
  readOne,
  byId,
  type DatabaseConnection,
  type CountedPage,
  type PageRequest,
  type RequestScope,
  selectOne,
  selectPage,
} from '../../kit/data/index.ts';
import type { AccessRevisions } from '../../kit/rights/index.ts';
import { ApiKey } from './api-key.entity.ts';

/** Batch for the DataLoader: keys in the order of their ids, null where there is none. */
export const apiKeysById = byId(ApiKey);

/** A page of all keys, those that are expired or revoked too, oldest first. */
export async function listApiKeys({ em }: RequestScope, page: PageRequest): Promise<CountedPage<ApiKey>> {
  return selectPage(em, ApiKey, [], page);
}

/** Reads one key. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export function readApiKey({ em }: RequestScope, keyId: string): Promise<ApiKey> {
  return readOne(em, apiKeysById, keyId, { noun: 'key', parameter: 'keyId' });
}

/** Finds the key of a value by the part of it that is no secret. */
export async function findByLookup(em: SqlEntityManager, lookup: string): Promise<ApiKey | null> {
  return selectOne(em, ApiKey, sql`where prefix = ${lookup}`);
}

/** The look-up ids of all keys that are not revoked. */
export async function readLookups({ db }: DatabaseConnection['queue']): Promise<readonly string[]> {
  const { rows } = await db.executeSql('select prefix from api_key where revoked_at is null', []);
  return (rows as { prefix: string }[]).map(({ prefix }) => prefix);
}

/**
 * How often keys have changed and sessions were ended. It is read on a connection of the queue: it must not wait behind
 * the requests that wait for it.
 */
export async function readRevision({ db }: DatabaseConnection['queue']): Promise<AccessRevisions> {
  const { rows } = await db.executeSql('select revision as keys, ended_sessions as sessions from access_revision', []);
  return (rows as AccessRevisions[])[0] ?? { keys: 0, sessions: 0 };
}

/** Writes when keys were last used, at most once a minute for each, whichever process it was used at. */
export async function writeUses(database: Kysely<unknown>, uses: ReadonlyMap<string, Date>): Promise<void> {
  const ids = [...uses.keys()].sort();
  const times = ids.map((id) => uses.get(id)?.toISOString());
  await sql`update api_key set last_used_at = used.at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as used(id, at)
    where api_key.id = used.id and (last_used_at is null or last_used_at <= used.at - interval '1 minute')`.execute(
    database,
  );
}
