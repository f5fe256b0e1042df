import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphQLContext } from '../../kit/graphql/index.ts';
import { decksById } from '../../authoring/decks/deck.reader.ts';
import { faqsOfDecks } from '../../authoring/faqs/faq.reader.ts';
import { Presentation } from '../presentations/presentation.entity.ts';
import {
  faqsOfPresentations,
  type PresentationParts,
  slidesOfPresentations,
} from '../presentations/presentation-part.reader.ts';
import { slidesOfDecks } from '../../authoring/slides/slide.reader.ts';
import { driftOf, isOfVersion, noDrift, PresentationDrift } from './drift.ts';

/** Adds `drift` to presentations. Costs 100: it personalises the deck again. */
@Resolver(() => Presentation)
export class DriftResolver {
  @FieldResolver(() => PresentationDrift, {
    complexity: 100,
    nullable: true,
    description: 'Differences from the current deck; null when it was deleted.',
  })
  async drift(
    @Ctx() context: GraphQLContext,
    // One that was just made carries its slides and FAQs.
    @Root() presentation: Presentation & Partial<PresentationParts>,
  ): Promise<PresentationDrift | null> {
    const { id, deckId } = presentation;
    const deck = await context.load(decksById, deckId);
    if (deck === null) return null;
    if (isOfVersion(presentation, deck)) return noDrift;
    const [slides, faqs] = await Promise.all([context.load(slidesOfDecks, deckId), context.load(faqsOfDecks, deckId)]);
    const [ownSlides, ownFaqs] = await Promise.all([
      presentation.slides ?? context.load(slidesOfPresentations, id),
      presentation.faqs ?? context.load(faqsOfPresentations, id),
    ]);
    return driftOf(presentation, { slides: ownSlides, faqs: ownFaqs }, { deck, slides, faqs });
  }
}
