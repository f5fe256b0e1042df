import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { listAsLongAs } from '../../kit/core/index.ts';
import { type GraphQLContext, NeedsColumns, PayloadMutation, NotStored } from '../../kit/graphql/index.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { PresentationEngagement } from './engagement.ts';
import { mostReported, RecordGuestEngagementInput } from './engagement.inputs.ts';
import { engagementOfPresentations } from './engagement.reader.ts';
import { type EngagementService } from './engagement.service.ts';

/** What a report costs for each slide, in objects: as much as a change, because each makes events. */
const priceOfSlide = 900;

@Resolver()
export class EngagementResolver {
  constructor(private readonly service: EngagementService) {}

  @NotStored()
  @PayloadMutation(
    { isAccepted: [() => Boolean, 'Always true: also where nothing is kept.'] },
    {
      complexity: listAsLongAs('input.slides', mostReported, priceOfSlide),
      description:
        'Keeps what a browser has watched by a link, unless its deck or the browser (DNT, Sec-GPC) requests privacy.',
    },
  )
  async recordGuestEngagement(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => RecordGuestEngagementInput, { description: 'What was watched.' })
    input: RecordGuestEngagementInput,
  ): Promise<boolean> {
    await this.service.record(context.change(), context.client, input);
    return true;
  }
}

@Resolver(() => Presentation)
export class PresentationEngagementResolver {
  @NeedsColumns()
  @FieldResolver(() => PresentationEngagement, {
    complexity: ({ childComplexity }) => 10 + childComplexity,
    description: 'What its homeowners have watched. presentationChanged follows it.',
  })
  engagement(
    @Ctx() context: GraphQLContext,
    @Root() { id }: Pick<Presentation, 'id'>,
  ): Promise<PresentationEngagement> {
    return context.load(engagementOfPresentations, id);
  }
}
