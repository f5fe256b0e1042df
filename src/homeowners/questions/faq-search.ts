import { type RawBuilder, sql } from 'kysely';
import { AppError, KeyedLimiter, operationLimits, withinLimits } from '../../kit/core/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { presentationOf } from '../links/guest-link.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { StoredFaq } from '../../presentations/presentations/presentation-part.entity.ts';
import { FaqIndex, type FoundFaq, lookedThrough, type SearchedFaq } from './faq-index.ts';

/** What a search costs in GraphQL, in objects: it compares each word with those of all FAQs of a presentation. */
export const searchPrice = 5_000;

/** Most searches of one link at a time, in one process. */
const mostOfLink = 8;

/** An index, and which update its texts are of: null for those of the creation. */
interface Kept {
  readonly remadeAt: string | null;
  readonly index: Promise<FaqIndex>;
  size: number;
}

/** Most memory of the indexes that are kept, by their `size`. The smallest takes one for a few texts. */
const mostKept = 5_000_000;
const leastSize = 1_000;

/**
 * Finds the FAQs of a presentation that say what its homeowner typed. Only an update changes the FAQs of a presentation:
 * their index is made once for each, and kept in memory while others are not used more. The key is the presentation of a
 * link whose row was read for this request, so an index is never searched when its presentation is gone.
 */
export class FaqSearch {
  readonly #indexes = new Map<string, Kept>();
  readonly #links = new KeyedLimiter(mostOfLink);

  /** @throws AppError `TOO_MANY_REQUESTS` while the link has too many searches under way */
  async find(scope: RequestScope, text: string): Promise<FoundFaq[]> {
    const leave = this.#links.take(scope.actor.key ?? '');
    if (leave === null) throw tooMany();
    try {
      const id = presentationOf(scope);
      return await (await this.#indexOf(scope, id, await readRemade(scope.em, id))).find(text);
    } finally {
      leave();
    }
  }

  /** Drops all indexes: they may hold what was erased. Bound, to be called at a wake-up. */
  readonly clear = (): void => this.#indexes.clear();

  /** Requests that come while an index is made wait for the same one. */
  #indexOf(scope: RequestScope, id: string, remadeAt: string | null): Promise<FaqIndex> {
    const known = this.#indexes.get(id);
    this.#indexes.delete(id);
    const kept = known?.remadeAt === remadeAt ? known : { remadeAt, index: this.#make(scope, id), size: leastSize };
    // Taken out first: the one that was used longest ago comes first.
    this.#indexes.set(id, kept);
    return kept.index;
  }

  async #make({ em, actor }: RequestScope, id: string): Promise<FaqIndex> {
    try {
      // In a budget of its own: the request that comes first may end before those that wait for the same.
      const index = await withinLimits(operationLimits, async () => FaqIndex.of(await readFaqs(em, id)), actor.key);
      const kept = this.#indexes.get(id);
      if (kept !== undefined) kept.size = Math.max(index.size, leastSize);
      this.#dropOldest(id);
      return index;
    } catch (error) {
      this.#indexes.delete(id);
      throw error;
    }
  }

  /** @param made what was made last: it stays where it takes more than all may, or each search would make it anew */
  #dropOldest(made: string): void {
    let kept = [...this.#indexes.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [id, { size }] of this.#indexes) {
      if (kept <= mostKept) return;
      if (id === made) continue;
      this.#indexes.delete(id);
      kept -= size;
    }
  }
}

/** When the texts of a presentation were last made again; null for those of its creation. */
async function readRemade(em: RequestScope['em'], presentationId: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select source->>'remadeAt' as at from ${visibleRows(em, Presentation)} where id = ${presentationId}`.execute(
    em.getKysely<unknown>(),
  );
  return rows[0]?.at ?? null;
}

async function readFaqs(em: RequestScope['em'], presentationId: string): Promise<SearchedFaq[]> {
  const start = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`left(${text}, ${lookedThrough}::integer)`;
  const { rows } = await sql<SearchedFaq>`
    select position, user_question as "userQuestion", ${start(sql`canned_answer`)} as answer
    from ${visibleRows(em, StoredFaq)} where presentation_id = ${presentationId}
    order by position`.execute(em.getKysely<unknown>());
  return rows;
}

function tooMany(): AppError {
  const detail = `A link has ${mostOfLink} searches under way at most: wait for one of them.`;
  return new AppError('too_many_under_way', detail);
}
