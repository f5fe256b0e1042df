import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { selectOne } from '../../kit/data/index.ts';
import type { StoredSession } from '../../kit/rights/index.ts';
import { apiKeysById } from '../keys/api-key.reader.ts';
import { Session } from './session.entity.ts';

/** Finds the session of a value by its digest, with the key as it is now. */
export async function findSession(em: SqlEntityManager, digest: string): Promise<StoredSession | null> {
  const session = await selectOne(em, Session, sql`where digest = ${digest}`);
  if (session === null) return null;
  const [apiKey = null] = session.kind === 'key' ? await apiKeysById(em, [session.holder]) : [];
  return { ...session, apiKey };
}
