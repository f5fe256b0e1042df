import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { Int, ObjectType } from 'type-graphql';
import {
  answerOf,
  attributes,
  byId,
  inTransaction,
  type RequestScope,
  shown,
  tryLock,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { jsonDigest } from '../../kit/core/index.ts';
import { AuditEntry } from './audit-entry.entity.ts';

/** Most entries that one transaction chains. */
const batchSize = 500;

/** Entries by id; null where there is none. */
export const auditEntriesById = byId(AuditEntry);

const headAttributes = attributes({
  number: shown(Int, 'The number of the last entry in the chain.'),
  hash: shown(String, 'Its SHA-256, which depends on every entry before it. Keep it elsewhere.'),
  pendingCount: shown(Int, 'How many entries have no place in the chain yet.'),
});

/** The end of the chain: whoever keeps it elsewhere can show later that nothing before it was changed. */
@ObjectType({ simpleResolvers: true, description: 'The end of the chain of the audit log.' })
export class AuditHead extends answerOf(headAttributes) {}

/** As REST shows it. */
export const auditHeadView = view<AuditHead>('AuditHead', viewOf(headAttributes));

/** One place of the chain. */
export type ChainHead = Readonly<Omit<AuditHead, 'pendingCount'>>;

/** What is before the first entry. */
export const chainStart: ChainHead = { number: 0, hash: '0'.repeat(64) };

/** An entry in its place. Its hash is the SHA-256 of the canonical JSON of all other members. */
export interface ChainedEntry {
  readonly number: number;
  readonly id: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** Gives an entry its place behind another one. */
function chained(entry: AuditEntry, before: ChainHead): ChainedEntry {
  const content = contentOf(entry, before);
  return { ...content, hash: jsonDigest(content) };
}

/** What a hash is made of. Entries of before are hashed anew to be checked: no member is ever added for them. */
export function contentOf(entry: AuditEntry, before: ChainHead): Omit<ChainedEntry, 'hash'> {
  const { id, createdAt, actor, key, address, operation, requestId, result, reason, objects, objectCount } = entry;
  const who = { id, createdAt: createdAt.toISOString(), actor, key, address, operation, requestId };
  const what = { result, reason, objects, objectCount };
  return { ...who, ...what, number: before.number + 1, previousHash: before.hash };
}

/** Keeps other processes from the chain until the end of the transaction. @returns whether it is ours */
export async function lockChain(em: SqlEntityManager): Promise<boolean> {
  return tryLock(em.getKysely<unknown>(), 'audit chain');
}

/** The end of the chain, and how many entries have no place behind it yet. */
export async function readEnd(em: SqlEntityManager): Promise<AuditHead> {
  // One statement: an entry that waits in it is not in the chain.
  const { rows } = await sql<{ number: string | null; hash: string | null; pendingCount: number }>`
    select number, hash, "pendingCount" from (select count(*)::int as "pendingCount" from audit_waiting) as entries
    left join (select number, hash from audit_link order by number desc limit 1) as last on true`.execute(
    em.getKysely<unknown>(),
  );
  const [end] = rows;
  const hash = end?.hash ?? null;
  const head = hash === null ? chainStart : { number: Number(end?.number), hash };
  return { ...head, pendingCount: end?.pendingCount ?? 0 };
}

/**
 * Gives the oldest waiting entries their places at the end of the chain. Entries come in the order in which they are
 * committed: one that commits late is chained late, and so writers never wait for the chain.
 *
 * @returns whether more may wait
 */
export async function chainSome(scope: RequestScope): Promise<boolean> {
  if ((await waitingIds(scope.em, 1)).length === 0) return false;
  return inTransaction(scope, async ({ em }) => {
    if (!(await lockChain(em))) return false;
    const ids = await waitingIds(em, batchSize);
    if (ids.length === 0) return false;
    let head: ChainHead = await readEnd(em);
    const links: { number: number; entry_id: string; hash: string }[] = [];
    for (const entry of await auditEntriesById(em, ids)) {
      if (entry === null) continue;
      head = chained(entry, head);
      links.push({ number: head.number, entry_id: entry.id, hash: head.hash });
    }
    const kysely = em.getKysely<unknown>();
    await sql`insert into audit_link (number, entry_id, hash) select number, entry_id, hash
      from jsonb_populate_recordset(null::audit_link, ${JSON.stringify(links)}::jsonb)`.execute(kysely);
    await sql`delete from audit_waiting where entry_id = any(${ids}::uuid[])`.execute(kysely);
    return ids.length === batchSize;
  });
}

/** Ids of entries that wait. One that was removed meanwhile is never chained: `verify.ts` reports it. */
async function waitingIds(em: SqlEntityManager, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select entry_id as id from audit_waiting join audit_entry on audit_entry.id = entry_id
    order by audit_waiting.sequence limit ${limit}`.execute(em.getKysely<unknown>());
  return rows.map(({ id }) => id);
}
