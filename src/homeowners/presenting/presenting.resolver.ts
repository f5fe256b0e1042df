import { Arg, Ctx, ID, Resolver } from 'type-graphql';
import { type GraphQLContext, PayloadMutation, NotStored } from '../../kit/graphql/index.ts';
import { PresenterPosition } from './presenter-position.ts';
import { SetPresenterPositionInput } from './presenting.inputs.ts';
import { type PresentingService } from './presenting.service.ts';

@Resolver()
export class PresentingResolver {
  constructor(private readonly service: PresentingService) {}

  @NotStored()
  @PayloadMutation(
    { presenterPosition: [() => PresenterPosition, 'Where the pages are to be now.'] },
    {
      description:
        'Sends the position of the presenter to the open pages of a presentation. They follow until the presenter ends, or sends nothing for 6 seconds. At most 20 a second.',
    },
  )
  async setPresenterPosition(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the presentation.' }) id: string,
    @Arg('input', () => SetPresenterPositionInput, { description: 'Where the presenter is.' })
    input: SetPresenterPositionInput,
  ): Promise<PresenterPosition> {
    return this.service.move(context.change(), id, input);
  }
}
