import { type RawBuilder, sql } from 'kysely';
import {
  ageCursor,
  inOrder,
  type Page,
  type PageRequest,
  portionPage,
  selectPage,
} from '../../platform/database/page.ts';
import { selectWhole } from '../../platform/database/portions.ts';
import { allOf, byId } from '../../platform/database/reads.ts';
import { notFound } from '../../platform/kernel/errors.ts';
import { requireUuid } from '../../platform/input/validate.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import { requireDeck } from '../decks/deck.reader.ts';
import { Faq } from './faq.entity.ts';

const oldestFirst = inOrder('oldest first');

/** Batch for the DataLoader: FAQs in the order of their ids, null where there is none. */
export const faqsById = byId(Faq);
/** Batch for the DataLoader: all FAQs of each deck, oldest first. */
export const faqsOfDecks = allOf(Faq, 'deck_id', (faq) => faq.deckId, oldestFirst);

/** The FAQs of a deck, oldest first: all of them unless a page is requested. @throws AppError `NOT_FOUND` */
export async function listFaqs(scope: RequestScope, deckId: string, page: PageRequest): Promise<Page<Faq>> {
  const id = requireUuid(deckId, 'deckId');
  const found = await readPage(scope, [sql`deck_id = ${id}`], page);
  // Whoever sees an FAQ sees its deck.
  if (found.edges.length === 0) await requireDeck(scope, id);
  return found;
}

async function readPage(
  { em }: RequestScope,
  conditions: readonly RawBuilder<unknown>[],
  page: PageRequest,
): Promise<Page<Faq>> {
  if (page.first === undefined && page.after === undefined) {
    return portionPage(
      { rows: await selectWhole(em, Faq, { conditions, order: oldestFirst }), hasMore: false },
      ageCursor,
    );
  }
  return selectPage(em, Faq, conditions, page);
}

/** Reads one FAQ. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export async function readFaq(scope: RequestScope, faqId: string): Promise<Faq> {
  const id = requireUuid(faqId, 'faqId');
  const [faq] = await faqsById(scope.em, [id]);
  if (faq === null || faq === undefined) throw notFound('FAQ', id);
  return faq;
}
