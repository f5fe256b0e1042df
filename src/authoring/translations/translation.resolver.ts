import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { listOf } from '../../kit/core/index.ts';
import { attributeNames, type Attributes, isTranslated } from '../../kit/data/index.ts';
import { type GraphQLContext, NeedsColumns } from '../../kit/graphql/index.ts';
import { Faq } from '../faqs/faq.entity.ts';
import { sourceTextsOf } from './attribute-texts.ts';
import { faqAttributes } from '../faqs/faq.attributes.ts';
import { Slide } from '../slides/slide.entity.ts';
import { slideAttributes } from '../slides/slide.attributes.ts';
import { DeckTranslation, TranslationState, translationStates } from './translation.ts';
import { type TranslationService } from './translation.service.ts';

/** The GraphQL mutation that translates a deck. */
@Resolver()
export class TranslationResolver {
  constructor(private readonly service: TranslationService) {}

  @Mutation(() => DeckTranslation, {
    description:
      'Adds the missing translations of the slides and FAQs of a deck, and renews stale machine translations.',
  })
  async translateDeck(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('language', () => String, { description: 'BCP 47 tag of the target language, such as es-MX.' })
    language: string,
  ): Promise<DeckTranslation> {
    return this.service.translateDeck(context.change(), deckId, language);
  }
}

/** What the states are found by. */
function columnsOf(set: Attributes): string[] {
  return [...attributeNames(set, isTranslated), 'translations', 'translationSources'];
}

@Resolver(() => Slide)
export class SlideTranslationsResolver {
  @NeedsColumns(...columnsOf(slideAttributes))
  @FieldResolver(() => [TranslationState], {
    complexity: listOf(3),
    description: 'Whether its translations are up to date.',
  })
  translationStates(@Root() slide: Slide): TranslationState[] {
    return translationStates(slide, sourceTextsOf(slideAttributes, slide));
  }
}

@Resolver(() => Faq)
export class FaqTranslationsResolver {
  @NeedsColumns(...columnsOf(faqAttributes))
  @FieldResolver(() => [TranslationState], {
    complexity: listOf(3),
    description: 'Whether its translations are up to date.',
  })
  translationStates(@Root() faq: Faq): TranslationState[] {
    return translationStates(faq, sourceTextsOf(faqAttributes, faq));
  }
}
