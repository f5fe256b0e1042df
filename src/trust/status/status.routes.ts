import { type Route, route, wrapped } from '../../kit/http/index.ts';
import { readStatus, type StatusSources } from './status.reader.ts';
import { statusView } from './status.ts';

export function statusRoutes(sources: StatusSources): Route[] {
  return [
    route({
      tag: 'Status',
      extension: true,
      method: 'GET',
      path: '/api/status',
      operationId: 'getStatus',
      summary: 'Get the status of the server',
      description:
        'The process that answers, its database and the backlog. For health checks there are /healthz and /readyz, and for dashboards /metrics.',
      responses: { 200: wrapped('status', statusView, 'The status.') },
      handle: async ({ scope }) => ({ body: { status: statusView.write(await readStatus(scope, sources)) } }),
    }),
  ];
}
