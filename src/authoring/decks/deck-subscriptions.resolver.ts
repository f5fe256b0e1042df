import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { NotificationSubscription } from '../../delivery/subscriptions/subscription.entity.ts';
import { subscriptionsOfDecks } from '../../delivery/subscriptions/subscription.reader.ts';
import { listLength } from '../../kit/data/index.ts';
import { type GraphQLContext, ListArgs, listPrice, NeedsColumns } from '../../kit/graphql/index.ts';
import { Deck } from './deck.entity.ts';

@Resolver(() => Deck)
export class DeckSubscriptionsResolver {
  @NeedsColumns()
  @FieldResolver(() => [NotificationSubscription], {
    complexity: listPrice(50),
    description:
      'Notification subscriptions limited to this deck, oldest first. For pages use the query subscriptions(deckId).',
  })
  async subscriptions(
    @Ctx() context: GraphQLContext,
    @Root() { id }: Pick<Deck, 'id'>,
    @Args(() => ListArgs) { first }: ListArgs,
  ): Promise<NotificationSubscription[]> {
    return context.load(subscriptionsOfDecks(listLength(first)), id);
  }
}
