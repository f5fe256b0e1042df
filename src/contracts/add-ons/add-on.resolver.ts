import { Arg, Ctx, ID, Resolver } from 'type-graphql';
import { type GraphQLContext, IfVersion, PayloadMutation } from '../../kit/graphql/index.ts';
import { readInput } from '../../kit/input/index.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { SelectAddOnsInput } from './add-on.inputs.ts';
import { type AddOnService } from './add-on.service.ts';

@Resolver()
export class AddOnResolver {
  constructor(private readonly service: AddOnService) {}

  @PayloadMutation(
    { presentation: [() => Presentation, 'The presentation with its new prices.'] },
    {
      description: 'Stores which add-ons the homeowner selected, in place of those before, and prices the tiers again.',
    },
  )
  async selectAddOns(
    @Ctx() context: GraphQLContext,
    @Arg('presentationId', () => ID, { description: 'The id of the presentation.' }) presentationId: string,
    @Arg('addOns', () => [String], { description: 'The keys of all that are selected.' }) addOns: string[],
    @Arg('sourceSlideId', () => ID, {
      nullable: true,
      description: 'The id of the pricing slide; by default the first one.',
    })
    sourceSlideId: string | null,
    @IfVersion() ifVersion?: number | null,
  ): Promise<Presentation> {
    const input = readInput(SelectAddOnsInput, { addOns, sourceSlideId }, 'graphql');
    return this.service.select(context.change(), presentationId, input, ifVersion);
  }
}
