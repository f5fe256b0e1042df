import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { listLength } from '../../kit/data/index.ts';
import { type GraphQLContext, ListArgs, listPrice } from '../../kit/graphql/index.ts';
import { Deck } from '../decks/deck.entity.ts';
import { faqsOfDecks } from '../faqs/faq.reader.ts';
import { slidesOfDecks } from '../slides/slide.reader.ts';
import { DeckPlaceholder, placeholdersOf } from './placeholder.ts';

@Resolver(() => Deck)
export class DeckPlaceholdersResolver {
  @FieldResolver(() => [DeckPlaceholder], {
    complexity: listPrice(50),
    description: 'The placeholders of its texts, in the order of first use.',
  })
  async placeholders(
    @Ctx() context: GraphQLContext,
    @Root() deck: Deck,
    @Args(() => ListArgs) { first }: ListArgs,
  ): Promise<DeckPlaceholder[]> {
    const length = listLength(first);
    const [slides, faqs] = await Promise.all([
      context.load(slidesOfDecks, deck.id),
      context.load(faqsOfDecks, deck.id),
    ]);
    return (await placeholdersOf({ deck, slides, faqs })).slice(0, length);
  }
}
