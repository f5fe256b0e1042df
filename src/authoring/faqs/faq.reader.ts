import { sql } from 'kysely';
import {
  readOne,
  allOf,
  byId,
  type Columns,
  Keyset,
  isWhole,
  type Page,
  type PageRequest,
  type Part,
  type RequestScope,
  selectPageParts,
  selectWhole,
  wholePage,
} from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { requireDeck } from '../decks/deck.reader.ts';
import { Faq } from './faq.entity.ts';

const oldestFirst = new Keyset('oldest first').order;

export const faqsById = byId(Faq);
export const faqsOfDecks = allOf(Faq, 'deck_id', (faq) => faq.deckId, oldestFirst);

interface FaqsRequest extends PageRequest {
  readonly deckId: string;
}

/** The FAQs of a deck, oldest first: all of them unless a page is requested. @throws AppError `NOT_FOUND` */
export async function listFaqs(
  scope: RequestScope,
  { deckId, ...request }: FaqsRequest,
  columns: Columns,
): Promise<Page<Part<Faq>>> {
  const id = requireUuid(deckId, 'deckId');
  const conditions = [sql`deck_id = ${id}`];
  const page = isWhole(request)
    ? wholePage(await selectWhole(scope.em, Faq, columns, { conditions, order: oldestFirst }))
    : await selectPageParts(scope.em, Faq, columns, { conditions, request });
  // Whoever sees an FAQ sees its deck.
  if (page.edges.length === 0) await requireDeck(scope, id);
  return page;
}

/** Reads one FAQ. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export function readFaq(scope: RequestScope, faqId: string): Promise<Faq> {
  return readOne(scope.em, faqsById, faqId, { noun: 'FAQ', parameter: 'faqId' });
}
