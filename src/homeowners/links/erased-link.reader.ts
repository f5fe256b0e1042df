import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { type RequestScope, selectOne, type TransactionScope } from '../../kit/data/index.ts';
import { ErasedLink } from './erased-link.entity.ts';

/** How long it is remembered that a link was erased, in days: a device that comes later keeps its copy. */
const keptDays = 366;
const batchSize = 500;

/** Finds what stays of an erased link. */
export async function findErasedLink(em: SqlEntityManager, lookup: string): Promise<ErasedLink | null> {
  return selectOne(em, ErasedLink, sql`where lookup = ${lookup}`);
}

/** Remembers the links of presentations that are about to be deleted, and their links with them. */
export async function rememberErasedLinks(
  { em, now }: TransactionScope,
  presentationIds: readonly string[],
): Promise<void> {
  await sql`insert into erased_link (lookup, digest, erased_at)
    select lookup, digest, ${now().toISOString()}::timestamptz from presentation_link
    where presentation_id = any(${presentationIds}::uuid[]) for update`.execute(em.getKysely<unknown>());
}

/** Forgets some links that were erased long ago. @returns how many */
export async function pruneErasedLinks({ em }: RequestScope): Promise<number> {
  const { rows } = await sql`delete from erased_link where lookup in (
    select lookup from erased_link where erased_at < now() - make_interval(days => ${keptDays}::integer)
    limit ${batchSize} for update skip locked
  ) returning lookup`.execute(em.getKysely<unknown>());
  return rows.length;
}
