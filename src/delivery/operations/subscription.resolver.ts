import {
  type Connection,
  connectionType,
  type GraphQLContext,
  IfVersion,
  PageArgs,
  toConnection,
  PayloadMutation,
} from '../../kit/graphql/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { type TypeCheck, type TypeWarning, typeWarningsMember } from '../events/type-warnings.ts';
import { ChannelConfig, type ShownConfig, shownConfig } from '../subscriptions/channel-config.types.ts';
import { NotificationSubscription, SubscriptionSecret } from '../subscriptions/subscription.entity.ts';
import {
  CreateSubscriptionInput,
  RotateSecretInput,
  UpdateSubscriptionInput,
} from '../subscriptions/subscription.inputs.ts';
import { listSubscriptions, subscriptionsById } from '../subscriptions/subscription.reader.ts';
import { healthById, noHealth, ReceiverHealth } from './receiver-health.ts';
import { type SubscriptionService } from './subscription.service.ts';

export const SubscriptionConnection = connectionType(NotificationSubscription, 'NotificationSubscription');

@ArgsType()
class SubscriptionsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only subscriptions limited to this deck.' })
  deckId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only subscriptions with exactly this event type or pattern.' })
  eventType?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only active or only inactive subscriptions.' })
  isActive?: boolean | null;
}

interface SubscriptionPayload {
  readonly subscription: NotificationSubscription;
  readonly warnings: readonly TypeWarning[];
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

  @FieldResolver(() => ChannelConfig, { description: 'Settings of the channel.' })
  async channelConfig(
    @Ctx() { scope }: GraphQLContext,
    @Root() subscription: NotificationSubscription,
  ): Promise<ShownConfig> {
    return shownConfig(subscription.channel, await this.service.configOf(scope, subscription));
  }

  @FieldResolver(() => ReceiverHealth, { description: 'How its receiver is doing.' })
  async health(@Ctx() context: GraphQLContext, @Root() { id }: NotificationSubscription): Promise<ReceiverHealth> {
    return (await context.load(healthById, id)) ?? noHealth;
  }

  @PayloadMutation(
    {
      subscription: [() => NotificationSubscription, 'The new notification subscription.'],
      warnings: typeWarningsMember,
    },
    { description: 'Creates a notification subscription.' },
  )
  async createSubscription(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => CreateSubscriptionInput, { description: 'The subscription.' }) input: CreateSubscriptionInput,
  ): Promise<SubscriptionPayload> {
    return this.#payloadOf(await this.service.create(context.change(), input));
  }

  @PayloadMutation(
    {
      subscription: [() => NotificationSubscription, 'The notification subscription as it is now.'],
      warnings: typeWarningsMember,
    },
    { description: 'Changes a notification subscription.' },
  )
  async updateSubscription(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the notification subscription.' }) id: string,
    @Arg('input', () => UpdateSubscriptionInput, { description: 'The changes.' }) input: UpdateSubscriptionInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<SubscriptionPayload> {
    return this.#payloadOf(await this.service.update(context.change(), id, input, ifVersion));
  }

  @PayloadMutation(
    { subscription: [() => NotificationSubscription, 'The notification subscription as it was.'] },
    {
      description: 'Deletes a notification subscription and its delivery log.',
    },
  )
  async deleteSubscription(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the notification subscription.' }) id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<NotificationSubscription> {
    return this.service.delete(context.change(), id, ifVersion);
  }

  @PayloadMutation(
    { subscriptionSecret: [() => SubscriptionSecret, 'The new secret.'] },
    {
      description: 'Replaces the secret that signs the webhooks. Both secrets sign during the overlap.',
    },
  )
  async rotateSubscriptionSecret(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the notification subscription.' }) id: string,
    @Arg('input', () => RotateSecretInput, { nullable: true, description: 'The new secret. Default: a random one.' })
    input: RotateSecretInput | null,
    @IfVersion() ifVersion?: number | null,
  ): Promise<SubscriptionSecret> {
    return this.service.rotateSecret(context.change(), id, input ?? {}, ifVersion);
  }

  #payloadOf(subscription: NotificationSubscription): SubscriptionPayload {
    return { subscription, warnings: this.warningsOf(subscription.eventType) };
  }
}
