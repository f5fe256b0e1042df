import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { jsonDigest } from '../../kit/core/index.ts';
import { auditEntriesById, type ChainedEntry, type ChainHead, chainStart, contentOf } from './chain.ts';

/** Links that are read at a time. */
const batchSize = 500;

/** The place of an entry that is not there: retention has removed it, or somebody has. */
interface RemovedEntry {
  readonly number: number;
  readonly id: string;
  readonly isRemoved: true;
  readonly hash: string;
}

/** One line of an export, in the order of the chain. */
export type ChainLine = ChainedEntry | RemovedEntry;

interface Link extends ChainHead {
  readonly entryId: string;
}

/** Reads the chain behind a number, in portions, as it is stored. */
export async function* chainLines(em: SqlEntityManager, after = 0): AsyncGenerator<ChainLine> {
  let [before = chainStart] = after === 0 ? [] : await linksBehind(em, after - 1, 1);
  for (;;) {
    const links = await linksBehind(em, Math.max(before.number, after), batchSize);
    if (links.length === 0) return;
    const entries = await auditEntriesById(
      em,
      links.map(({ entryId }) => entryId),
    );
    for (const [at, { number, hash, entryId }] of links.entries()) {
      const entry = entries[at];
      if (entry === null || entry === undefined) yield { number, id: entryId, isRemoved: true, hash };
      else yield { ...contentOf(entry, before), number, hash };
      before = { number, hash };
    }
    if (links.length < batchSize) return;
  }
}

async function linksBehind(em: SqlEntityManager, number: number, limit: number): Promise<Link[]> {
  const { rows } = await sql<{ number: string; hash: string; entryId: string }>`
    select number, hash, entry_id as "entryId" from audit_link where number > ${number}
    order by number limit ${limit}`.execute(em.getKysely<unknown>());
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}

/** Follows the lines of a chain and finds the first that does not fit. */
export class ChainCheck {
  #before: ChainHead | null = null;

  /** @param isWhole whether the chain begins with its first entry, or with the last that retention has removed */
  constructor(private readonly isWhole: boolean) {}

  /** The last line that fits; null before the first. */
  get reached(): ChainHead | null {
    return this.#before;
  }

  /** @returns what is wrong with the next line; null when it fits */
  next(line: ChainLine): string | null {
    const fault = this.#faultOf(line);
    if (fault === null) this.#before = { number: line.number, hash: line.hash };
    return fault;
  }

  #faultOf(line: ChainLine): string | null {
    const { number, id } = line;
    const before = this.#before ?? (this.isWhole && !isRemoved(line) ? chainStart : null);
    if (before !== null && number !== before.number + 1) {
      return `The number ${before.number + 1} is missing: the one behind ${before.number} is ${number}.`;
    }
    if (isRemoved(line)) return before === null ? null : `The entry ${id}, number ${number}, is missing.`;
    const { hash, ...content } = line;
    const isSame = jsonDigest(content) === hash && (before === null || content.previousHash === before.hash);
    return isSame ? null : `The entry ${id}, number ${number}, was altered, or the hash before it was.`;
  }
}

function isRemoved(line: ChainLine): line is RemovedEntry {
  return 'isRemoved' in line;
}
