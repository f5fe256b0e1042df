import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { type GraphQLContext, IfVersion } from '../../kit/graphql/index.ts';
import { UpdatePresentationInput } from '../presentations/presentation.inputs.ts';
import { UpdatePresentationPayload } from './presentation-update.ts';
import type { PresentationUpdateService } from './presentation-update.service.ts';

@Resolver()
export class PresentationUpdateResolver {
  constructor(private readonly service: PresentationUpdateService) {}

  @Mutation(() => UpdatePresentationPayload, {
    complexity: 500,
    description:
      'Changes the given details of a presentation, and makes its texts and prices again from its deck as it is now. What sounds as before keeps its audio. Fails with CONFLICT while a contract of it is sent, viewed or signed.',
  })
  async updatePresentation(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the presentation.' }) id: string,
    @Arg('input', () => UpdatePresentationInput, { description: 'The details to change.' })
    input: UpdatePresentationInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<UpdatePresentationPayload> {
    return this.service.update(context.change(), id, input, ifVersion);
  }
}
