import { adminScope, needsAllDecks } from '../../kit/rights/index.ts';
import { uuidParameter } from '../../kit/http/index.ts';
import type { Module } from '../../kit/module.ts';
import * as deadJobEvents from './dead-job.events.ts';
import { deadJobIds, deadJobsById } from './dead-job.reader.ts';
import { DeadJobResolver } from './dead-job.resolver.ts';
import { deadJobRoutes } from './dead-job.routes.ts';
import type { DeadJobService } from './dead-job.service.ts';

/** Jobs that failed ten times. They are rows of pg-boss, not entities. */
export const deadJobModule: Module<{ readonly deadJobs: DeadJobService }> = {
  operations: {
    listDeadJobs: needsAllDecks(adminScope, 'Query.deadJobs'),
    getDeadJob: needsAllDecks(adminScope, 'Query.deadJob'),
    retryDeadJob: needsAllDecks(adminScope),
  },
  tags: { Jobs: 'Background work that was given up, and its retry.' },
  pathParameters: { jobId: uuidParameter('The id of the job, as in the log.') },
  events: Object.values(deadJobEvents),
  nodes: {
    DeadJob: {
      scope: adminScope,
      read: deadJobsById,
      find: deadJobIds,
      namedBy: { jobId: 'The job; null after it was retried, deleted or pruned.' },
    },
  },
  resolvers: [DeadJobResolver],
  instances: ({ deadJobs }) => [new DeadJobResolver(deadJobs)],
  routes: ({ deadJobs }) => deadJobRoutes(deadJobs),
};
