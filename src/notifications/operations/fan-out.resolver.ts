import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { FanOut } from '../../events/fan-out.entity.ts';
import type { GraphQLContext } from '../../platform/graphql/context.ts';
import type { DeliveryService } from './delivery.service.ts';
import { readFanOut } from '../fan-out/fan-out-queue.ts';

@Resolver(() => FanOut)
export class FanOutResolver {
  constructor(private readonly service: DeliveryService) {}

  @FieldResolver(() => ID)
  eventId(@Root() fanOut: FanOut): string {
    return fanOut.event;
  }

  @Query(() => FanOut, {
    description: 'How far the deliveries of an event are from being created; NOT_FOUND once all are there.',
  })
  async fanOut(@Ctx() context: GraphQLContext, @Arg('eventId', () => ID) eventId: string): Promise<FanOut> {
    return readFanOut(context.scope, eventId);
  }

  @Mutation(() => FanOut, {
    description: 'Tries again to create the deliveries of an event, now, also after that was given up.',
  })
  async retryFanOut(@Ctx() context: GraphQLContext, @Arg('eventId', () => ID) eventId: string): Promise<FanOut> {
    return this.service.retryFanOut(context.change(), eventId);
  }
}
