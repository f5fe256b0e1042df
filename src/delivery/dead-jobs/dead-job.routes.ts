import { listResponse, pageQuery, pageRequest, type Route, route, wrapped, wrappedList } from '../../kit/http/index.ts';
import { deadJobView } from './dead-job.ts';
import { listDeadJobs, readDeadJob } from './dead-job.reader.ts';
import type { DeadJobService } from './dead-job.service.ts';

const tag = 'Jobs';
const base = '/api/dead-jobs';

export function deadJobRoutes(deadJobs: DeadJobService): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: base,
      operationId: 'listDeadJobs',
      summary: 'List the dead jobs, newest first',
      description:
        'A job is dead after ten failed tries. A crash of its process counts as a try, an outage does not. Each dead job is announced as `job.dead` and kept for 90 days. Follow the Link header for more pages.',
      query: pageQuery,
      responses: { 200: wrappedList('deadJobs', deadJobView, 'A page of dead jobs.') },
      handle: async (request) =>
        listResponse('deadJobs', deadJobView, await listDeadJobs(request.scope, pageRequest(request))),
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: `${base}/{jobId}`,
      operationId: 'getDeadJob',
      summary: 'Read a dead job',
      description: 'The server log has details under its id.',
      responses: { 200: wrapped('deadJob', deadJobView, 'The job.') },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => ({
        body: { deadJob: deadJobView.write(await readDeadJob(scope, path('jobId'))) },
      }),
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: `${base}/{jobId}/retry`,
      operationId: 'retryDeadJob',
      summary: 'Retry a dead job now',
      description: 'The job keeps its id, has all its tries again, and is no longer listed.',
      responses: { 200: wrapped('deadJob', deadJobView, 'The job before the retry.') },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ scope, path }) => ({
        body: { deadJob: deadJobView.write(await deadJobs.retry(scope, path('jobId'))) },
      }),
    }),
  ];
}
