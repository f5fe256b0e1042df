import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { isGiven } from '../../kit/core/index.ts';
import { type RequestScope, select, selectWhole } from '../../kit/data/index.ts';
import { requireTime } from '../../kit/input/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { requireDeck } from '../../authoring/decks/deck.reader.ts';
import { Faq } from '../../authoring/faqs/faq.entity.ts';
import { StoredQuestion } from './stored-question.entity.ts';
import type { UnansweredQuestion } from './unanswered-question.ts';
import { searchWordsOf } from './words.ts';

/** The unanswered questions of a presentation, oldest first: a hundred at most. */
export function unansweredOf(em: SqlEntityManager, presentationId: string): Promise<StoredQuestion[]> {
  return select(em, StoredQuestion, sql`where presentation_id = ${presentationId} order by created_at, id`);
}

/** Most unanswered questions that are listed, and of how many of the last. */
export const mostListed = 100;
const mostCounted = 10_000;

/** What `since` is, in both APIs. */
export const unansweredSince =
  'Only questions that were asked at or after this time, in ISO 8601, such as when a FAQ was written.';

/** Selects unanswered questions. An absent or null member selects all. */
interface UnansweredRequest {
  readonly deckId?: string | null | undefined;
  readonly since?: string | null | undefined;
}

/**
 * What homeowners ask of the decks that the caller sees, or of one of them, and no FAQ answers: the most frequent first.
 *
 * @throws AppError `NOT_FOUND`, `INVALID_INPUT` when `since` is no time
 */
export async function listUnansweredQuestions(
  scope: RequestScope,
  { deckId, since }: UnansweredRequest,
): Promise<UnansweredQuestion[]> {
  const { em } = scope;
  const asked = visibleRows(em, StoredQuestion);
  const from = isGiven(since) ? requireTime(since, 'since') : null;
  const id = isGiven(deckId) ? await requireDeck(scope, deckId) : null;
  // A question that was made a FAQ since it was asked is answered.
  const faqs = await selectWhole(em, Faq, new Set(['deckId', 'userQuestion']), {
    conditions: [id === null ? sql`deck_id in (select deck_id from ${asked})` : sql`deck_id = ${id}`],
    order: sql`deck_id, id`,
  });
  const answered = faqs.map((faq) => ({ deckId: faq.deckId, words: searchWordsOf(faq.userQuestion ?? '').join(' ') }));
  const { rows } = await sql<Omit<UnansweredQuestion, 'lastAskedAt'> & { lastAskedAt: string | Date }>`
    select deck_id as "deckId", (array_agg(question order by created_at desc))[1] as question,
      count(*)::int as "presentationCount", max(created_at) as "lastAskedAt"
    from (select deck_id, question, words, created_at from ${asked}
      where ${id === null ? sql`true` : sql`deck_id = ${id}`}
      and ${from === null ? sql`true` : sql`created_at >= ${from.toISOString()}::timestamptz`}
      and (deck_id, words) not in (select (faq ->> 'deckId')::uuid, faq ->> 'words'
        from jsonb_array_elements(${JSON.stringify(answered)}::jsonb) as faq)
      order by created_at desc limit ${mostCounted}) as latest group by deck_id, words
    order by count(*) desc, max(created_at) desc, words limit ${mostListed}`.execute(em.getKysely<unknown>());
  return rows.map((row) => ({ ...row, lastAskedAt: new Date(row.lastAskedAt) }));
}
