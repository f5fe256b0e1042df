import { descriptionOf } from '../../platform/attributes/attribute.ts';
import { subscriptionAttributes } from '../subscriptions/subscription.attributes.ts';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { listOf } from '../../platform/budget/field-price.ts';
import { listLength } from '../../platform/database/first-rows.ts';
import {
  type Connection,
  connectionType,
  ListArgs,
  listPrice,
  PageArgs,
  toConnection,
} from '../../platform/graphql/connection.ts';
import { type TypeCheck, TypeWarning } from '../../events/type-warnings.ts';
import type { Columns, Part } from '../../platform/database/reads.ts';
import { Asked, NeedsColumns } from '../../platform/graphql/asked-columns.ts';
import { type GraphQLContext } from '../../platform/graphql/context.ts';
import { IfVersion } from '../../platform/graphql/if-version.ts';
import { IdempotencyKeyArg } from '../../platform/graphql/idempotency-key.ts';
import { requireUuid } from '../../platform/input/validate.ts';
import { Deck } from '../../modules/decks/deck.entity.ts';
import { decksById } from '../../modules/decks/deck.reader.ts';
import { NotificationSubscription, SubscriptionSecret } from '../subscriptions/subscription.entity.ts';
import {
  CreateSubscriptionInput,
  RotateSecretInput,
  UpdateSubscriptionInput,
} from '../subscriptions/subscription.inputs.ts';
import { listSubscriptions, subscriptionsById, subscriptionsOfDecks } from '../subscriptions/subscription.reader.ts';
import { type SubscriptionService } from './subscription.service.ts';

const SubscriptionConnection = connectionType(NotificationSubscription, 'NotificationSubscription');

@ArgsType()
class SubscriptionsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only subscriptions limited to this deck.' })
  deckId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only subscriptions with exactly this event type or pattern.' })
  eventType?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only active or only inactive subscriptions.' })
  isActive?: boolean | null;
}

/** Queries, mutations and computed fields of notification subscriptions. */
@Resolver(() => NotificationSubscription)
export class SubscriptionResolver {
  constructor(
    private readonly service: SubscriptionService,
    private readonly warningsOf: TypeCheck,
  ) {}

  @Query(() => NotificationSubscription, {
    nullable: true,
    description: 'One notification subscription; null for an unknown id.',
  })
  async subscription(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the notification subscription.' }) id: string,
  ): Promise<NotificationSubscription | null> {
    return context.load(subscriptionsById, requireUuid(id, 'id'));
  }

  @Query(() => SubscriptionConnection, { description: 'Notification subscriptions, oldest first.' })
  async subscriptions(
    @Ctx() context: GraphQLContext,
    @Args(() => SubscriptionsArgs) args: SubscriptionsArgs,
  ): Promise<Connection<NotificationSubscription>> {
    return toConnection(await listSubscriptions(context.scope, args, args), args);
  }

  @Query(() => SubscriptionSecret, {
    nullable: true,
    description: 'The secrets that sign the webhooks of a subscription.',
  })
  async subscriptionSecret(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the notification subscription.' }) id: string,
  ): Promise<SubscriptionSecret> {
    return this.service.secret(context.scope, id);
  }

  @FieldResolver(() => [TypeWarning], {
    complexity: listOf(1),
    description: 'Likely mistakes in the event type; usually empty.',
  })
  warnings(@Root() { eventType }: NotificationSubscription): TypeWarning[] {
    return this.warningsOf(eventType);
  }

  @FieldResolver(() => GraphQLJSONObject, { description: descriptionOf(subscriptionAttributes.channelConfig) })
  channelConfig(
    @Ctx() { scope }: GraphQLContext,
    @Root() subscription: NotificationSubscription,
  ): Promise<Record<string, unknown>> {
    return this.service.configOf(scope, subscription);
  }

  @FieldResolver(() => Deck, { nullable: true, description: 'The deck; null without one, or after it was deleted.' })
  deck(
    @Ctx() context: GraphQLContext,
    @Root() { deckId }: NotificationSubscription,
    @Asked() asked: Columns,
  ): Promise<Part<Deck> | null> | null {
    return deckId === null ? null : context.load(decksById, deckId, asked);
  }

  @Mutation(() => NotificationSubscription, { description: 'Creates a notification subscription.' })
  async createSubscription(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => CreateSubscriptionInput, { description: 'The subscription.' }) input: CreateSubscriptionInput,
    @IdempotencyKeyArg() key: string | null,
  ): Promise<NotificationSubscription> {
    return this.service.create(context.change({ key, operation: 'createSubscription', input }), input);
  }

  @Mutation(() => NotificationSubscription, { description: 'Changes a notification subscription.' })
  async updateSubscription(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the notification subscription.' }) id: string,
    @Arg('input', () => UpdateSubscriptionInput, { description: 'The changes.' }) input: UpdateSubscriptionInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<NotificationSubscription> {
    return this.service.update(context.change(), id, input, ifVersion);
  }

  @Mutation(() => NotificationSubscription, {
    description: 'Deletes a notification subscription and its delivery log.',
  })
  async deleteSubscription(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the notification subscription.' }) id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<NotificationSubscription> {
    return this.service.delete(context.change(), id, ifVersion);
  }

  @Mutation(() => SubscriptionSecret, {
    description: 'Replaces the secret that signs the webhooks. Both secrets sign during the overlap.',
  })
  async rotateSubscriptionSecret(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the notification subscription.' }) id: string,
    @Arg('input', () => RotateSecretInput, { nullable: true, description: 'The new secret. Default: a random one.' })
    input: RotateSecretInput | null,
    @IfVersion() ifVersion?: number | null,
  ): Promise<SubscriptionSecret> {
    return this.service.rotateSecret(context.change(), id, input ?? {}, ifVersion);
  }
}

/** The field `subscriptions` of decks. */
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
