import {
  Args,
  ArgsType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  Resolver,
  Root,
  type SubscribeResolverData,
  Subscription,
} from 'type-graphql';
import { givesRows, type GraphQLContext } from '../../kit/graphql/index.ts';
import { attemptStream } from './attempt-feed.ts';
import { Attempt, Delivery } from './delivery.entity.ts';
import { deliveriesById } from './delivery.reader.ts';

@ArgsType()
class FollowAttemptsArgs {
  @Field(() => ID, { nullable: true, description: 'Only attempts at this notification subscription; null for all.' })
  subscriptionId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only attempts at events of this deck; null for all.' })
  deckId?: string | null;
}

/** Fields of attempts, and the GraphQL subscription `deliveryAttempts`. */
@Resolver(() => Attempt)
export class AttemptResolver {
  @FieldResolver(() => Delivery, {
    nullable: true,
    description: 'The delivery in its current state; null after retention has deleted it.',
  })
  delivery(@Ctx() context: GraphQLContext, @Root() attempt: Attempt): Promise<Delivery | null> {
    return context.load(deliveriesById, attempt.deliveryId);
  }

  @Subscription(() => Attempt, {
    description: 'Sends each delivery attempt when it is recorded. Starts now; it cannot resume.',
    subscribe: ({ args, context }: SubscribeResolverData<unknown, FollowAttemptsArgs, GraphQLContext>) =>
      context.streams.of(attemptStream)(context.scope, args),
  })
  @Extensions(givesRows)
  deliveryAttempts(@Root() attempt: Attempt, @Args(() => FollowAttemptsArgs) _args: FollowAttemptsArgs): Attempt {
    return attempt;
  }
}
