import { Ctx, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../../kit/graphql/index.ts';
import { readStatus } from './status.reader.ts';
import { type DatabaseKind, Status } from './status.ts';

@Resolver(() => Status)
export class StatusResolver {
  constructor(private readonly databaseKind: DatabaseKind) {}

  @Query(() => Status, { complexity: 50, description: 'The process that answers, its database and the backlog.' })
  async status(@Ctx() { scope }: GraphQLContext): Promise<Status> {
    return readStatus(scope, this.databaseKind);
  }
}
