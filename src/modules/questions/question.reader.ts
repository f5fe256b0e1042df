import type { RequestScope } from '../../platform/database/scope.ts';
import { presentationOf } from '../guests/guest.reader.ts';
import { type FoundFaq, searchFaqs } from './word-search.ts';

/** Finds the FAQs of the presentation that a link leads to which answer what its guest typed, best first. */
export function searchGuestFaqs(scope: RequestScope, text: string): Promise<FoundFaq[]> {
  return searchFaqs(scope.em, presentationOf(scope), text);
}
