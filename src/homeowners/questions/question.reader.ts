import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { type RequestScope, select } from '../../kit/data/index.ts';
import { requireTime } from '../../kit/input/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { requireDeck } from '../../authoring/decks/deck.reader.ts';
import { listFaqs } from '../../authoring/faqs/faq.reader.ts';
import { StoredQuestion } from './stored-question.entity.ts';
import type { UnansweredQuestion } from './unanswered-question.ts';
import { searchWordsOf } from './words.ts';

/** The unanswered questions of a presentation, oldest first: a hundred at most. */
export function unansweredOf(em: SqlEntityManager, presentationId: string): Promise<StoredQuestion[]> {
  return select(em, StoredQuestion, sql`where presentation_id = ${presentationId} order by created_at, id`);
}

/** Most unanswered questions that are listed of a deck, and of how many of the last. */
export const mostListed = 100;
const mostCounted = 10_000;

/** What `since` is, in both APIs. */
export const unansweredSince =
  'Only questions that were asked at or after this time, in ISO 8601, such as when a FAQ was written.';

/**
 * What homeowners ask of a deck and no FAQ answers, the most frequent first.
 *
 * @throws AppError `NOT_FOUND`, `INVALID_INPUT` when `since` is no time
 */
export async function listUnansweredQuestions(
  scope: RequestScope,
  deckId: string,
  since: string | null | undefined,
): Promise<UnansweredQuestion[]> {
  const { em } = scope;
  const from = typeof since === 'string' ? requireTime(since, 'since') : null;
  const id = await requireDeck(scope, deckId);
  const ofTime = from === null ? sql`` : sql`and created_at >= ${from.toISOString()}::timestamptz`;
  // A question that was made a FAQ since it was asked is answered.
  const { edges } = await listFaqs(scope, { deckId: id }, new Set(['userQuestion']));
  const answered = edges.map(({ node: { userQuestion } }) => searchWordsOf(userQuestion ?? '').join(' '));
  const { rows } = await sql<Omit<UnansweredQuestion, 'lastAskedAt'> & { lastAskedAt: string | Date }>`
    select (array_agg(question order by created_at desc))[1] as question, count(*)::int as "presentationCount",
      max(created_at) as "lastAskedAt"
    from (select question, words, created_at from ${visibleRows(em, StoredQuestion)} where deck_id = ${id} ${ofTime}
      and words <> all(${answered}::text[])
      order by created_at desc limit ${mostCounted}) as latest group by words
    order by count(*) desc, max(created_at) desc, words limit ${mostListed}`.execute(em.getKysely<unknown>());
  return rows.map((row) => ({ ...row, lastAskedAt: new Date(row.lastAskedAt) }));
}
