import { Args, ArgsType, Ctx, Field, ID, Resolver, type SubscribeResolverData, Subscription } from 'type-graphql';
import type { GraphQLContext } from '../../kit/graphql/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { Presentation } from '../presentations/presentation.entity.ts';
import { presentationsById } from '../presentations/presentation.reader.ts';
import { presentationStream } from './presentation.stream.ts';

@ArgsType()
class PresentationChangedArgs {
  @Field(() => ID, { description: 'The id of the presentation.' })
  presentationId!: string;
}

@Resolver()
export class LivePresentationResolver {
  @Subscription(() => Presentation, {
    nullable: true,
    description: 'The current presentation, at once and after each change, and while a homeowner watches it.',
    subscribe: ({ args, context }: SubscribeResolverData<unknown, PresentationChangedArgs, GraphQLContext>) =>
      context.streams.of(presentationStream)(context.scope, args.presentationId),
  })
  presentationChanged(
    @Ctx() context: GraphQLContext,
    @Args(() => PresentationChangedArgs) { presentationId }: PresentationChangedArgs,
  ): Promise<Presentation | null> {
    return context.load(presentationsById, requireUuid(presentationId, 'presentationId'));
  }
}
