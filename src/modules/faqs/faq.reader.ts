import { sql } from 'kysely';
import { type Page, type PageRequest, selectPage, toPage, ageCursor } from '../../database/page.ts';
import { allOf, byId } from '../../database/reads.ts';
import { notFound } from '../../errors.ts';
import { requireUuid } from '../../input/validate.ts';
import type { RequestScope } from '../../scope.ts';
import { readDeck } from '../decks/deck.reader.ts';
import { Faq } from './faq.entity.ts';

export const faqsById = byId(Faq);
export const faqsOfDecks = allOf(Faq, 'deck_id', (faq) => faq.deckId, sql`created_at, id`);

/** The FAQs of a deck, oldest first: all of them unless a page is asked for. @throws AppError `NOT_FOUND` */
export async function listFaqs(scope: RequestScope, deckId: string, page: PageRequest): Promise<Page<Faq>> {
  const deck = await readDeck(scope, deckId);
  if (page.first === undefined && page.after === undefined) {
    const [faqs = []] = await faqsOfDecks(scope.em, [deck.id]);
    return toPage(faqs, faqs.length, ageCursor);
  }
  return selectPage(scope.em, Faq, [sql`deck_id = ${deck.id}`], page);
}

/** @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export async function readFaq(scope: RequestScope, faqId: string): Promise<Faq> {
  const id = requireUuid(faqId, 'faqId');
  const [faq] = await faqsById(scope.em, [id]);
  if (faq === null || faq === undefined) throw notFound('FAQ', id);
  return faq;
}
