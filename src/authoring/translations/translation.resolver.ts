import { Arg, type ClassType, Ctx, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { listOf } from '../../kit/core/index.ts';
import {
  attributeNames,
  type Attributes,
  attributes,
  isTranslated,
  type RowOf,
  shown,
  translatedOf,
} from '../../kit/data/index.ts';
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

const language = shown(String, 'BCP 47 tag.');

@ObjectType({ simpleResolvers: true, description: "A slide's texts in another language. Null stays in the deck's." })
class SlideTranslation extends translatedOf(
  attributes({ ...slideAttributes, language: { ...language, translated: true } }),
) {}

@ObjectType({ simpleResolvers: true, description: "A FAQ's texts in another language. Null stays in the deck's." })
class FaqTranslation extends translatedOf(
  attributes({ ...faqAttributes, language: { ...language, translated: true } }),
) {}

type Translatable<Set extends Attributes> = RowOf<Set> & Translated<object>;

/** A resolver that adds `translations` and `translationStates` to slides or FAQs. @param translation the type of one */
function translationsOf<Set extends Attributes>(
  type: ClassType<Translatable<Set>>,
  set: Set,
  translation: ClassType,
): new () => object {
  @Resolver(() => type)
  class TranslationsResolver {
    @NeedsColumns('translations')
    @FieldResolver(() => [translation], {
      complexity: listOf(3),
      description: 'Its translations, one for each language.',
    })
    translations(@Root() { translations }: Translatable<Set>): object[] {
      return Object.entries(translations).map(([tag, texts]) => ({ ...texts, language: tag }));
    }

    @NeedsColumns(...attributeNames(set, isTranslated), 'translations', 'translationSources')
    @FieldResolver(() => [TranslationState], {
      complexity: listOf(3),
      description: 'Whether its translations are up to date.',
    })
    translationStates(@Root() row: Translatable<Set>): TranslationState[] {
      return translationStates(row, sourceTextsOf(set, row));
    }
  }
  return TranslationsResolver;
}

export const translationsResolvers = [
  translationsOf(Slide, slideAttributes, SlideTranslation),
  translationsOf(Faq, faqAttributes, FaqTranslation),
];
