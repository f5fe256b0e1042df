import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { FanOut } from '../../events/fan-out.entity.ts';
import type { GraphQLContext } from '../../platform/graphql/context.ts';
import type { WakeUps } from '../../platform/jobs/wake-ups.ts';
import { readFanOut, retryFanOut } from './fan-out-queue.ts';

@Resolver(() => FanOut)
export class FanOutResolver {
  constructor(private readonly wakeUps: WakeUps) {}

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
    return retryFanOut(context.change(), this.wakeUps, eventId);
  }
}
