import { Arg, type ClassType, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { listOf } from '../../kit/core/index.ts';
import { attributeNames, type Attributes, isTranslated, type RowOf } from '../../kit/data/index.ts';
import { type GraphQLContext, NeedsColumns, PayloadMutation } from '../../kit/graphql/index.ts';
import type { Translated } from '../../engines/translation/translation-sources.ts';
import { Faq } from '../faqs/faq.entity.ts';
import { sourceTextsOf } from './attribute-texts.ts';
import { faqAttributes } from '../faqs/faq.attributes.ts';
import { Slide } from '../slides/slide.entity.ts';
import { slideAttributes } from '../slides/slide.attributes.ts';
import { DeckTranslation, TranslationState, translationStates } from './translation.ts';
import { type TranslationService } from './translation.service.ts';

@Resolver()
export class TranslationResolver {
  constructor(private readonly service: TranslationService) {}

  @PayloadMutation(
    { translation: [() => DeckTranslation, 'What was translated, and what was skipped.'] },
    {
      description:
        'Adds the missing translations of the slides and FAQs of a deck, and renews stale machine translations.',
    },
  )
  async translateDeck(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('language', () => String, { description: 'BCP 47 tag of the target language, such as es-MX.' })
    language: string,
  ): Promise<DeckTranslation> {
    return this.service.translateDeck(context.change(), deckId, language);
  }
}

type Translatable<Set extends Attributes> = RowOf<Set> & Translated<unknown>;

/** A resolver that adds `translationStates` to slides or FAQs. */
function statesOf<Set extends Attributes>(type: ClassType<Translatable<Set>>, set: Set): new () => object {
  @Resolver(() => type)
  class StatesResolver {
    @NeedsColumns(...attributeNames(set, isTranslated), 'translations', 'translationSources')
    @FieldResolver(() => [TranslationState], {
      complexity: listOf(3),
      description: 'Whether its translations are up to date.',
    })
    translationStates(@Root() row: Translatable<Set>): TranslationState[] {
      return translationStates(row, sourceTextsOf(set, row));
    }
  }
  return StatesResolver;
}

export const stateResolvers = [statesOf(Slide, slideAttributes), statesOf(Faq, faqAttributes)];
