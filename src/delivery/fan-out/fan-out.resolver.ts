import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { FanOut } from '../events/fan-out.entity.ts';
import { type GraphQLContext, PayloadMutation } from '../../kit/graphql/index.ts';
import type { WakeUps } from '../../kit/data/index.ts';
import { readFanOut, retryFanOut } from './fan-out-queue.ts';

/** Reading and retrying the fan-out of an event. */
@Resolver(() => FanOut)
export class FanOutResolver {
  constructor(private readonly wakeUps: WakeUps) {}

  @FieldResolver(() => ID, { description: 'The event whose deliveries are created.' })
  eventId(@Root() fanOut: FanOut): string {
    return fanOut.event;
  }

  @Query(() => FanOut, {
    description: 'State of the fan-out of an event; NOT_FOUND when all its deliveries exist.',
  })
  async fanOut(
    @Ctx() context: GraphQLContext,
    @Arg('eventId', () => ID, { description: 'Id of the event.' }) eventId: string,
  ): Promise<FanOut> {
    return readFanOut(context.scope, eventId);
  }

  @PayloadMutation(
    { fanOut: [() => FanOut, 'The state of the fan-out.'] },
    {
      description: 'Retries the fan-out of an event now and resets its attemptCount, also after it was given up.',
    },
  )
  async retryFanOut(
    @Ctx() context: GraphQLContext,
    @Arg('eventId', () => ID, { description: 'Id of the event.' }) eventId: string,
  ): Promise<FanOut> {
    return retryFanOut(context.change(), this.wakeUps, eventId);
  }
}
