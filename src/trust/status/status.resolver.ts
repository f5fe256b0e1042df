import { Ctx, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../../kit/graphql/index.ts';
import { readStatus, type StatusSources } from './status.reader.ts';
import { Status } from './status.ts';

@Resolver(() => Status)
export class StatusResolver {
  constructor(private readonly sources: StatusSources) {}

  @Query(() => Status, { complexity: 50, description: 'The process that answers, its database and the backlog.' })
  async status(@Ctx() { scope }: GraphQLContext): Promise<Status> {
    return readStatus(scope, this.sources);
  }
}
