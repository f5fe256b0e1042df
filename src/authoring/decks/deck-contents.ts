import type { RequestScope } from '../../kit/data/index.ts';
import type { Faq } from '../faqs/faq.entity.ts';
import { faqsOfDecks } from '../faqs/faq.reader.ts';
import type { Slide } from '../slides/slide.entity.ts';
import { slidesOfDecks } from '../slides/slide.reader.ts';
import type { Deck } from './deck.entity.ts';

/** A deck with its slides and FAQs in the order of display. */
export interface DeckContents {
  readonly deck: Deck;
  readonly slides: readonly Slide[];
  readonly faqs: readonly Faq[];
}

/** Reads a deck with all that its presentations are made from. */
export async function readContents({ em }: RequestScope, deck: Deck): Promise<DeckContents> {
  const [slides = []] = await slidesOfDecks(em, [deck.id]);
  const [faqs = []] = await faqsOfDecks(em, [deck.id]);
  return { deck, slides, faqs };
}
