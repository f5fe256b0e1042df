import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import {
  type Connection,
  connectionType,
  type GraphQLContext,
  PageArgs,
  toConnection,
  PayloadMutation,
} from '../../kit/graphql/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { DeadJob } from './dead-job.ts';
import { deadJobsById, listDeadJobs } from './dead-job.reader.ts';
import { type DeadJobService } from './dead-job.service.ts';

const DeadJobConnection = connectionType(DeadJob, 'DeadJob');

/** GraphQL queries of dead jobs, and their retry. */
@Resolver(() => DeadJob)
export class DeadJobResolver {
  constructor(private readonly service: DeadJobService) {}

  @Query(() => DeadJobConnection, { description: 'Jobs that failed ten times, newest first.' })
  async deadJobs(@Ctx() context: GraphQLContext, @Args(() => PageArgs) args: PageArgs): Promise<Connection<DeadJob>> {
    return toConnection(await listDeadJobs(context.scope, args), args);
  }

  @Query(() => DeadJob, { nullable: true, description: 'One dead job; null when there is none with this id.' })
  async deadJob(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the job.' }) id: string,
  ): Promise<DeadJob | null> {
    return context.load(deadJobsById, requireUuid(id, 'id'));
  }

  @PayloadMutation(
    { deadJob: [() => DeadJob, 'The job as it was when it died.'] },
    {
      description: 'Runs a dead job again now, under the same id and with all its tries. Returns it as it was.',
    },
  )
  async retryDeadJob(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the job.' }) id: string,
  ): Promise<DeadJob> {
    return this.service.retry(context.change(), id);
  }
}
