import { sql } from 'kysely';
import type { RequestScope } from '../../platform/database/scope.ts';
import { visibleRows } from '../../platform/sight/visible-rows.ts';
import { requireDeck } from '../decks/deck.reader.ts';
import { presentationOf } from '../links/guest-link.ts';
import { FaqMiss } from './faq-miss.entity.ts';
import type { MissedQuestion } from './missed-question.ts';
import { type FoundFaq, searchFaqs } from './word-search.ts';

/** Finds the FAQs of the presentation that a link leads to which answer what its guest typed, best first. */
export function searchGuestFaqs(scope: RequestScope, text: string): Promise<FoundFaq[]> {
  return searchFaqs(scope.em, presentationOf(scope), text);
}

/** Most missed questions that are listed of a deck. */
export const mostListed = 100;

/** What homeowners ask of a deck and no FAQ answers, the most frequent first. @throws AppError `NOT_FOUND` */
export async function listMissedQuestions(scope: RequestScope, deckId: string): Promise<MissedQuestion[]> {
  const { em } = scope;
  const id = await requireDeck(scope, deckId);
  const { rows } = await sql<Omit<MissedQuestion, 'lastAskedAt'> & { lastAskedAt: string | Date }>`
    select (array_agg(question order by created_at desc))[1] as question, count(*)::int as count,
      max(created_at) as "lastAskedAt"
    from ${visibleRows(em, FaqMiss)} where deck_id = ${id} group by words
    order by count(*) desc, max(created_at) desc, words limit ${mostListed}`.execute(em.getKysely<unknown>());
  return rows.map((row) => ({ ...row, lastAskedAt: new Date(row.lastAskedAt) }));
}
