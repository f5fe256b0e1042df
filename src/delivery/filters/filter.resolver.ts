import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { pageOf } from '../../kit/core/index.ts';
import type { GraphQLContext } from '../../kit/graphql/index.ts';
import { TryFilterInput } from './filter.inputs.ts';
import { FilterTrial, maxExamined, tryFilter } from './try-filter.ts';

@Resolver()
export class FilterResolver {
  @Query(() => FilterTrial, {
    complexity: pageOf({ usual: 20, most: 100, work: maxExamined }),
    description: 'Finds the past events that a subscription with this filter would have received. Writes nothing.',
  })
  async tryFilter(
    @Ctx() context: GraphQLContext,
    @Args(() => TryFilterInput) input: TryFilterInput,
  ): Promise<FilterTrial> {
    return tryFilter(context.scope, input);
  }
}
