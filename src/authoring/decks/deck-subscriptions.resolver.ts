import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { SubscriptionConnection } from '../../delivery/operations/subscription.resolver.ts';
import type { NotificationSubscription } from '../../delivery/subscriptions/subscription.entity.ts';
import { subscriptionPages } from '../../delivery/subscriptions/subscription.reader.ts';
import {
  type Connection,
  type GraphQLContext,
  innerPage,
  InnerPageArgs,
  innerPagePrice,
  NeedsColumns,
  toConnection,
} from '../../kit/graphql/index.ts';
import { Deck } from './deck.entity.ts';

@Resolver(() => Deck)
export class DeckSubscriptionsResolver {
  @NeedsColumns()
  @FieldResolver(() => SubscriptionConnection, {
    complexity: innerPagePrice,
    description: 'Notification subscriptions limited to this deck, oldest first.',
  })
  async subscriptions(
    @Ctx() context: GraphQLContext,
    @Root() { id }: Pick<Deck, 'id'>,
    @Args(() => InnerPageArgs) args: InnerPageArgs,
  ): Promise<Connection<NotificationSubscription>> {
    return toConnection(await context.load(subscriptionPages, { of: id, page: innerPage(args) }), args);
  }
}
