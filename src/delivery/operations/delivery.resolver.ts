import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { listOf } from '../../kit/core/index.ts';
import {
  type Connection,
  connectionType,
  type GraphQLContext,
  innerPage,
  InnerPageArgs,
  innerPagePrice,
  PageArgs,
  toConnection,
  PayloadMutation,
} from '../../kit/graphql/index.ts';
import { DateTimeISO, requireUuid } from '../../kit/input/index.ts';
import { Event } from '../events/event.entity.ts';
import { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { Attempt, Delivery, DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { RecoverDeliveriesInput } from '../deliveries/delivery.inputs.ts';
import {
  attemptsOfDeliveries,
  deliveriesById,
  deliveryPages,
  listDeliveries,
  maxAttempts,
} from '../deliveries/delivery.reader.ts';
import { type DeliveryService } from './delivery.service.ts';
import { explainDelivery, Explanation } from './explain.ts';

const DeliveryConnection = connectionType(Delivery, 'Delivery');

@ArgsType()
class DeliveriesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only deliveries to this notification subscription.' })
  subscriptionId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only deliveries of this event.' })
  eventId?: string | null;

  @Field(() => DeliveryStatus, { nullable: true, description: 'Only deliveries in this state.' })
  status?: DeliveryStatus | null;

  @Field(() => String, { nullable: true, description: 'Only events of this type, or pattern such as contract.*' })
  eventType?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only events of this deck.' })
  deckId?: string | null;

  @Field(() => DateTimeISO, {
    nullable: true,
    description: 'Only deliveries created at or after this time, in ISO 8601.',
  })
  since?: string | null;

  @Field(() => DateTimeISO, { nullable: true, description: 'Only deliveries created before this time, in ISO 8601.' })
  until?: string | null;
}

/** Queries, mutations and computed fields of deliveries. */
@Resolver(() => Delivery)
export class DeliveryResolver {
  constructor(private readonly service: DeliveryService) {}

  @Query(() => DeliveryConnection, { description: 'The delivery log, newest first.' })
  async deliveries(
    @Ctx() context: GraphQLContext,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
  ): Promise<Connection<Delivery>> {
    return toConnection(await listDeliveries(context.scope, args, args), args);
  }

  @Query(() => Delivery, { nullable: true, description: 'One delivery; null for an unknown id.' })
  async delivery(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the delivery.' }) id: string,
  ): Promise<Delivery | null> {
    return context.load(deliveriesById, requireUuid(id, 'id'));
  }

  @Query(() => Explanation, {
    complexity: 100,
    description: 'Explains why a subscription received an event or did not.',
  })
  async explainDelivery(
    @Ctx() context: GraphQLContext,
    @Arg('eventId', () => ID, { description: 'Id of the event.' }) eventId: string,
    @Arg('subscriptionId', () => ID, { description: 'Id of the notification subscription.' }) subscriptionId: string,
  ): Promise<Explanation> {
    return explainDelivery(context.scope, eventId, subscriptionId);
  }

  @FieldResolver(() => [Attempt], {
    complexity: listOf(5),
    description: `The last ${maxAttempts} attempts, oldest first.`,
  })
  attempts(@Ctx() context: GraphQLContext, @Root() delivery: Delivery): Promise<Attempt[]> {
    return context.load(attemptsOfDeliveries, delivery.id);
  }

  @PayloadMutation(
    { delivery: [() => Delivery, 'The delivery of the test.ping.'] },
    { description: 'Sends a test.ping to one notification subscription, active or not.' },
  )
  async testSubscription(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the notification subscription.' }) id: string,
  ): Promise<Delivery> {
    return this.service.test(context.change(), id);
  }

  @PayloadMutation(
    { delivery: [() => Delivery, 'The delivery, which is due now.'] },
    {
      description:
        'Resends a delivery now and keeps its attempts. A delivered mail goes to all addresses again, any other mail to the addresses that do not have it.',
    },
  )
  async resendDelivery(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the delivery.' }) id: string,
  ): Promise<Delivery> {
    return this.service.resend(context.change(), id);
  }

  @PayloadMutation(
    { recoveredCount: [() => Int, 'Number of events that are delivered again or for the first time.'] },
    {
      description:
        'Delivers the events that a subscription has missed: dead and skipped deliveries again, events without a delivery for the first time.',
    },
  )
  async recoverDeliveries(
    @Ctx() context: GraphQLContext,
    @Arg('subscriptionId', () => ID, { description: 'Id of the notification subscription.' }) subscriptionId: string,
    @Arg('input', () => RecoverDeliveriesInput, { description: 'The events to recover.' })
    input: RecoverDeliveriesInput,
  ): Promise<number> {
    return this.service.recover(context.change(), subscriptionId, input);
  }
}

@Resolver(() => NotificationSubscription)
export class SubscriptionProbeResolver {
  @FieldResolver(() => Delivery, {
    nullable: true,
    description:
      'The test.ping that probes the receiver while the subscription is switched off for failures; null for none.',
  })
  probeDelivery(
    @Ctx() context: GraphQLContext,
    @Root() { probeId }: NotificationSubscription,
  ): Promise<Delivery | null> | null {
    return probeId === null ? null : context.load(deliveriesById, probeId);
  }
}

@Resolver(() => Event)
export class EventDeliveriesResolver {
  @FieldResolver(() => DeliveryConnection, {
    complexity: innerPagePrice,
    description: 'Deliveries of the event, oldest first.',
  })
  async deliveries(
    @Ctx() context: GraphQLContext,
    @Root() event: Event,
    @Args(() => InnerPageArgs) args: InnerPageArgs,
  ): Promise<Connection<Delivery>> {
    return toConnection(await context.load(deliveryPages, { of: event.id, page: innerPage(args) }), args);
  }
}
