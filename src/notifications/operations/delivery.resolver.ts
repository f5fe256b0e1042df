import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { listOf } from '../../platform/budget/field-price.ts';
import { listLength } from '../../platform/database/first-rows.ts';
import { Event } from '../../events/event.entity.ts';
import { eventsForAnswer } from '../../events/event-log.ts';
import {
  type Connection,
  connectionType,
  ListArgs,
  listPrice,
  PageArgs,
  toConnection,
} from '../../platform/graphql/connection.ts';
import { type GraphQLContext } from '../../platform/graphql/context.ts';
import { IdempotencyKeyArg } from '../../platform/graphql/idempotency-key.ts';
import { requireUuid } from '../../platform/input/validate.ts';
import { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { subscriptionsById } from '../subscriptions/subscription.reader.ts';
import { Attempt, Delivery, DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { RecoverDeliveriesInput } from '../deliveries/delivery.inputs.ts';
import {
  attemptsOfDeliveries,
  deliveriesById,
  deliveriesOfEvents,
  listDeliveries,
  maxAttempts,
} from '../deliveries/delivery.reader.ts';
import { type DeliveryService } from './delivery.service.ts';
import { explainDelivery, Explanation } from './explain.ts';

const DeliveryConnection = connectionType(Delivery, 'Delivery');

@ArgsType()
class DeliveriesArgs extends PageArgs {
  @Field(() => ID, { nullable: true })
  subscriptionId?: string | null;

  @Field(() => ID, { nullable: true })
  eventId?: string | null;

  @Field(() => DeliveryStatus, { nullable: true })
  status?: DeliveryStatus | null;

  @Field(() => String, { nullable: true, description: 'Type of the event, or a pattern such as contract.*' })
  eventType?: string | null;

  @Field(() => ID, { nullable: true, description: 'Deck of the event.' })
  deckId?: string | null;

  @Field(() => String, { nullable: true, description: 'Created from this time on, in ISO 8601.' })
  since?: string | null;

  @Field(() => String, { nullable: true, description: 'Created before this time, in ISO 8601.' })
  until?: string | null;
}

@ObjectType({ simpleResolvers: true })
class RecoverDeliveriesResult {
  @Field(() => Int, { description: 'Events that are delivered again or for the first time.' })
  recovered!: number;
}

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

  @Query(() => Delivery, { nullable: true })
  async delivery(@Ctx() context: GraphQLContext, @Arg('id', () => ID) id: string): Promise<Delivery | null> {
    return context.load(deliveriesById, requireUuid(id, 'id'));
  }

  @Query(() => Explanation, { complexity: 100, description: 'Says why a subscription got an event, or did not.' })
  async explainDelivery(
    @Ctx() context: GraphQLContext,
    @Arg('eventId', () => ID) eventId: string,
    @Arg('subscriptionId', () => ID) subscriptionId: string,
  ): Promise<Explanation> {
    return explainDelivery(context.scope, eventId, subscriptionId);
  }

  @FieldResolver(() => Event, { nullable: true })
  event(@Ctx() context: GraphQLContext, @Root() delivery: Delivery): Promise<Event | null> {
    return context.load(eventsForAnswer, delivery.eventId);
  }

  @FieldResolver(() => NotificationSubscription, { nullable: true })
  subscription(@Ctx() context: GraphQLContext, @Root() delivery: Delivery): Promise<NotificationSubscription | null> {
    return context.load(subscriptionsById, delivery.subscriptionId);
  }

  @FieldResolver(() => [Attempt], { complexity: listOf(5), description: `The last ${maxAttempts}, oldest first.` })
  attempts(@Ctx() context: GraphQLContext, @Root() delivery: Delivery): Promise<Attempt[]> {
    return context.load(attemptsOfDeliveries, delivery.id);
  }

  @Mutation(() => Delivery, { description: 'Sends a test.ping to one subscription, active or not.' })
  async testSubscription(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID) id: string,
    @IdempotencyKeyArg() key: string | null,
  ): Promise<Delivery> {
    return this.service.test(context.change({ key, operation: 'testSubscription', of: [id] }), id);
  }

  @Mutation(() => Delivery, {
    description:
      'Sends a delivery again, now; its attempts are kept. A mail that had arrived goes to all its addresses again, another one to those that have not had it.',
  })
  async resendDelivery(@Ctx() context: GraphQLContext, @Arg('id', () => ID) id: string): Promise<Delivery> {
    return this.service.resend(context.change(), id);
  }

  @Mutation(() => RecoverDeliveriesResult, {
    description: 'Delivers all that a subscription has missed: what was given up or skipped, and what was never tried.',
  })
  async recoverDeliveries(
    @Ctx() context: GraphQLContext,
    @Arg('subscriptionId', () => ID) subscriptionId: string,
    @Arg('input', () => RecoverDeliveriesInput) input: RecoverDeliveriesInput,
  ): Promise<RecoverDeliveriesResult> {
    return { recovered: await this.service.recover(context.change(), subscriptionId, input) };
  }
}

@Resolver(() => NotificationSubscription)
export class SubscriptionProbeResolver {
  @FieldResolver(() => Delivery, {
    nullable: true,
    description: 'The test.ping that asks whether its receiver is back, while it is switched off for its failures.',
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
  @FieldResolver(() => [Delivery], {
    complexity: listPrice(50),
    description: 'Oldest first. Pages of them: deliveries(eventId) of Query.',
  })
  async deliveries(
    @Ctx() context: GraphQLContext,
    @Root() event: Event,
    @Args(() => ListArgs) { first }: ListArgs,
  ): Promise<Delivery[]> {
    return context.load(deliveriesOfEvents(listLength(first)), event.id);
  }
}
