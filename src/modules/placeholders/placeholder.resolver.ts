import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { type GraphQLContext } from '../../graphql/context.ts';
import { Deck } from '../decks/deck.entity.ts';
import { faqsOfDecks } from '../faqs/faq.reader.ts';
import { slidesOfDecks } from '../slides/slide.reader.ts';
import { DeckPlaceholder, placeholdersOf } from './placeholder.ts';

@Resolver(() => Deck)
export class DeckPlaceholdersResolver {
  @FieldResolver(() => [DeckPlaceholder], { description: 'What its texts want filled in, and where.' })
  async placeholders(@Ctx() context: GraphQLContext, @Root() deck: Deck): Promise<DeckPlaceholder[]> {
    const [slides, faqs] = await Promise.all([
      context.load(slidesOfDecks, deck.id),
      context.load(faqsOfDecks, deck.id),
    ]);
    return placeholdersOf({ deck, slides, faqs });
  }
}
