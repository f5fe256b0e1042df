import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { listOf } from '../../kit/core/index.ts';
import type { GraphQLContext } from '../../kit/graphql/index.ts';
import type { Quotas } from './quotas.ts';
import { Usage } from './usage.ts';
import { mostKeys, readUsage } from './usage.reader.ts';

@Resolver(() => Usage)
export class UsageResolver {
  constructor(private readonly quotas: Quotas) {}

  @Query(() => [Usage], {
    complexity: listOf(20),
    description: `Usage of the quotas that are set. A key with the scope admin sees the ${mostKeys} keys that use the most of each, any other key itself.`,
  })
  async usage(
    @Ctx() { scope }: GraphQLContext,
    @Arg('key', () => String, { nullable: true, description: 'Only this key: its id, or `environment`.' })
    key?: string | null,
  ): Promise<Usage[]> {
    return readUsage(scope, this.quotas, key);
  }
}
