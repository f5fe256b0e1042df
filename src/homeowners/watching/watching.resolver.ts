import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { listAsLongAs } from '../../kit/core/index.ts';
import { type GraphQLContext, NeedsColumns } from '../../kit/graphql/index.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { PresentationWatching } from './watching.ts';
import { mostReported, RecordGuestWatchingInput } from './watching.inputs.ts';
import { watchingOfPresentations } from './watching.reader.ts';
import { type WatchingService } from './watching.service.ts';

/** What a report costs for each slide, in objects: as much as a change, because each makes events. */
const priceOfSlide = 900;

@Resolver()
export class WatchingResolver {
  constructor(private readonly service: WatchingService) {}

  @Mutation(() => Boolean, {
    complexity: listAsLongAs('input.slides', mostReported, priceOfSlide),
    description:
      'Keeps what a browser has watched by a link, unless its deck or the browser (DNT, Sec-GPC) requests privacy.',
  })
  async recordGuestWatching(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => RecordGuestWatchingInput, { description: 'What was watched.' }) input: RecordGuestWatchingInput,
  ): Promise<boolean> {
    await this.service.record(context.change(), context.client, input);
    return true;
  }
}

@Resolver(() => Presentation)
export class PresentationWatchingResolver {
  @NeedsColumns()
  @FieldResolver(() => PresentationWatching, {
    complexity: ({ childComplexity }) => 10 + childComplexity,
    description: 'What its homeowners have watched. presentationProgress follows it.',
  })
  watching(@Ctx() context: GraphQLContext, @Root() { id }: Pick<Presentation, 'id'>): Promise<PresentationWatching> {
    return context.load(watchingOfPresentations, id);
  }
}
