import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Event } from '../events/event.entity.ts';
import { eventsById } from '../events/event.service.ts';
import { type Connection, connectionType, PageArgs, toConnection } from '../graphql/connection.ts';
import { type GraphQLContext } from '../graphql/context.ts';
import { NotificationSubscription } from '../modules/subscriptions/subscription.entity.ts';
import { subscriptionsById } from '../modules/subscriptions/subscription.reader.ts';
import { Attempt, Delivery, DeliveryStatus } from './delivery.entity.ts';
import { attemptsOfDeliveries, deliveriesOfEvents, listDeliveries } from './delivery.reader.ts';
import { type DeliveryService } from './delivery.service.ts';

const DeliveryConnection = connectionType(Delivery, 'Delivery');

@ArgsType()
class DeliveriesArgs extends PageArgs {
  @Field(() => ID, { nullable: true })
  subscriptionId?: string | null;

  @Field(() => ID, { nullable: true })
  eventId?: string | null;

  @Field(() => DeliveryStatus, { nullable: true })
  status?: DeliveryStatus | null;
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

  @FieldResolver(() => Event, { nullable: true })
  event(@Ctx() context: GraphQLContext, @Root() delivery: Delivery): Promise<Event | null> {
    return context.load(eventsById, delivery.eventId);
  }

  @FieldResolver(() => NotificationSubscription, { nullable: true })
  subscription(@Ctx() context: GraphQLContext, @Root() delivery: Delivery): Promise<NotificationSubscription | null> {
    return context.load(subscriptionsById, delivery.subscriptionId);
  }

  @FieldResolver(() => [Attempt], { description: 'Oldest first.' })
  attempts(@Ctx() context: GraphQLContext, @Root() delivery: Delivery): Promise<Attempt[]> {
    return context.load(attemptsOfDeliveries, delivery.id);
  }

  @Mutation(() => Delivery, { description: 'Sends a test.ping to one subscription, active or not.' })
  async testSubscription(@Ctx() context: GraphQLContext, @Arg('id', () => ID) id: string): Promise<Delivery> {
    return this.service.test(context.change(), id);
  }
}

@Resolver(() => Event)
export class EventDeliveriesResolver {
  @FieldResolver(() => [Delivery])
  deliveries(@Ctx() context: GraphQLContext, @Root() event: Event): Promise<Delivery[]> {
    return context.load(deliveriesOfEvents, event.id);
  }
}
