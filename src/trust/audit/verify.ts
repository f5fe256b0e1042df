import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { type ChainHead, chainStart, readEnd } from './chain.ts';
import { ChainCheck, type ChainLine, chainLines } from './chain-lines.ts';

/** Entries that are compared with the chain at a time. */
const batchSize = 2_000;
/** Before every id. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** What a look at the whole chain has found. */
export interface Verification {
  /** The last place that fits. */
  readonly head: ChainHead;
  /** Entries that the chain holds. */
  readonly entries: number;
  /** Entries without a place yet. */
  readonly pendingCount: number;
  /** The first thing that is wrong; null when nothing is. */
  readonly fault: string | null;
}

/** Follows the chain, and looks for entries beside it. @param kept an end of the chain that was kept elsewhere */
export async function verifyLog(em: SqlEntityManager, kept: ChainHead | null): Promise<Verification> {
  const found = await verifyLines(chainLines(em), { kept, isWhole: true });
  const fault = found.fault ?? (await findBeside(em));
  return { ...found, fault, pendingCount: (await readEnd(em)).pendingCount };
}

/** The same for an export: entries beside the chain are not in it. */
export async function verifyLines(
  lines: AsyncIterable<ChainLine>,
  { kept, isWhole }: { readonly kept: ChainHead | null; readonly isWhole: boolean },
): Promise<Omit<Verification, 'pendingCount'>> {
  const check = new ChainCheck(isWhole);
  let entries = 0;
  let hasKept = kept === null;
  for await (const line of lines) {
    const fault = check.next(line);
    if (fault !== null) return { head: check.reached ?? chainStart, entries, fault };
    if (!('isRemoved' in line)) entries += 1;
    if (line.number !== kept?.number) continue;
    hasKept = line.hash === kept.hash;
    if (!hasKept) break;
  }
  const head = check.reached ?? chainStart;
  const fault = hasKept || kept === null ? null : `The number ${kept.number} has not the hash that was kept.`;
  return { head, entries, fault };
}

/** Finds an entry that neither is in the chain nor waits for it, or one that waits and is gone. */
async function findBeside(em: SqlEntityManager): Promise<string | null> {
  for (let page = await pageBehind(em, firstId); page.last !== null; page = await pageBehind(em, page.last)) {
    if (page.beside !== null) return `The entry ${page.beside} was inserted: it is in no place of the chain.`;
  }
  const { rows } = await sql<{ id: string }>`select entry_id as id from audit_waiting
    where not exists (select from audit_entry where audit_entry.id = entry_id)
    order by sequence limit 1`.execute(em.getKysely<unknown>());
  return rows[0] === undefined ? null : `The entry ${rows[0].id} is missing: it waited for its place in the chain.`;
}

interface EntryPage {
  readonly last: string | null;
  readonly beside: string | null;
}

async function pageBehind(em: SqlEntityManager, id: string): Promise<EntryPage> {
  const { rows } = await sql<EntryPage>`
    with page as (select id from audit_entry where id > ${id}::uuid order by id limit ${batchSize})
    select (select id from page order by id desc limit 1) as last, (
      select id from page
      where not exists (select from audit_link where entry_id = page.id)
        and not exists (select from audit_waiting where entry_id = page.id)
      order by id limit 1
    ) as beside`.execute(em.getKysely<unknown>());
  return rows[0] ?? { last: null, beside: null };
}
