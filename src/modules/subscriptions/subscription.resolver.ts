import { GraphQLJSONObject } from 'graphql-scalars';
import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { type Connection, connectionType, PageArgs, toConnection } from '../../graphql/connection.ts';
import { type GraphQLContext } from '../../graphql/context.ts';
import { requireUuid } from '../../input/validate.ts';
import { Deck } from '../decks/deck.entity.ts';
import { decksById } from '../decks/deck.reader.ts';
import { NotificationSubscription, SubscriptionSecret } from './subscription.entity.ts';
import { CreateSubscriptionInput, RotateSecretInput, UpdateSubscriptionInput } from './subscription.inputs.ts';
import { listSubscriptions, subscriptionsById, subscriptionsOfDecks } from './subscription.reader.ts';
import { type SubscriptionService } from './subscription.service.ts';

const SubscriptionConnection = connectionType(NotificationSubscription, 'NotificationSubscription');

@ArgsType()
class SubscriptionsArgs extends PageArgs {
  @Field(() => ID, { nullable: true })
  deckId?: string | null;

  @Field(() => String, { nullable: true })
  eventType?: string | null;

  @Field(() => Boolean, { nullable: true })
  isActive?: boolean | null;
}

@Resolver(() => NotificationSubscription)
export class SubscriptionResolver {
  constructor(private readonly service: SubscriptionService) {}

  @Query(() => NotificationSubscription, { nullable: true })
  async subscription(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID) id: string,
  ): Promise<NotificationSubscription | null> {
    return context.load(subscriptionsById, requireUuid(id, 'id'));
  }

  @Query(() => SubscriptionConnection)
  async subscriptions(
    @Ctx() context: GraphQLContext,
    @Args(() => SubscriptionsArgs) args: SubscriptionsArgs,
  ): Promise<Connection<NotificationSubscription>> {
    return toConnection(await listSubscriptions(context.scope, args, args), args);
  }

  @Query(() => SubscriptionSecret, { nullable: true, description: 'What signs the webhooks of a subscription.' })
  async subscriptionSecret(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID) id: string,
  ): Promise<SubscriptionSecret> {
    return this.service.secret(context.scope, id);
  }

  @FieldResolver(() => GraphQLJSONObject)
  channelConfig(@Root() subscription: NotificationSubscription): Record<string, unknown> {
    return this.service.configOf(subscription);
  }

  @FieldResolver(() => Deck, { nullable: true })
  deck(@Ctx() context: GraphQLContext, @Root() { deckId }: NotificationSubscription): Promise<Deck | null> | null {
    return deckId === null ? null : context.load(decksById, deckId);
  }

  @Mutation(() => NotificationSubscription)
  async createSubscription(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => CreateSubscriptionInput) input: CreateSubscriptionInput,
  ): Promise<NotificationSubscription> {
    return this.service.create(context.change(), input);
  }

  @Mutation(() => NotificationSubscription)
  async updateSubscription(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateSubscriptionInput) input: UpdateSubscriptionInput,
  ): Promise<NotificationSubscription> {
    return this.service.update(context.change(), id, input);
  }

  @Mutation(() => NotificationSubscription)
  async deleteSubscription(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID) id: string,
  ): Promise<NotificationSubscription> {
    return this.service.delete(context.change(), id);
  }

  @Mutation(() => SubscriptionSecret, {
    description: 'Replaces what signs the webhooks; both sign while they overlap.',
  })
  async rotateSubscriptionSecret(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => RotateSecretInput, { nullable: true }) input: RotateSecretInput | null,
  ): Promise<SubscriptionSecret> {
    return this.service.rotateSecret(context.change(), id, input ?? {});
  }
}

@Resolver(() => Deck)
export class DeckSubscriptionsResolver {
  @FieldResolver(() => [NotificationSubscription], { description: 'Those that are limited to this deck.' })
  subscriptions(@Ctx() context: GraphQLContext, @Root() deck: Deck): Promise<NotificationSubscription[]> {
    return context.load(subscriptionsOfDecks, deck.id);
  }
}
