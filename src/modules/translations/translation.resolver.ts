import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { type GraphQLContext } from '../../graphql/context.ts';
import { DeckTranslation } from './translation.ts';
import { type TranslationService } from './translation.service.ts';

@Resolver()
export class TranslationResolver {
  constructor(private readonly service: TranslationService) {}

  @Mutation(() => DeckTranslation, {
    description: 'Adds the translations that slides and FAQs of a deck lack in a language (BCP 47).',
  })
  async translateDeck(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID) deckId: string,
    @Arg('language', () => String) language: string,
  ): Promise<DeckTranslation> {
    return this.service.translateDeck(context.change(), deckId, language);
  }
}
