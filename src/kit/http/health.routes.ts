import type { Readiness } from '../core/index.ts';
import { type Route, route } from './rest/route.ts';

const state = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] };
/** Where health checks are answered. */
export const healthPaths = { liveness: '/healthz', readiness: '/readyz' } as const;

const shared = { tag: 'Health', extension: true, method: 'GET', isPublic: true } as const;

/** `/healthz` and `/readyz`, which need no API key. */
export function healthRoutes(readiness: Readiness): Route[] {
  return [
    route({
      ...shared,
      path: healthPaths.liveness,
      operationId: 'checkLiveness',
      summary: 'Whether the process runs',
      description: 'Answers without a query of the database.',
      responses: { 200: { description: 'It does.', schema: state } },
      handle: async () => ({ body: { status: 'ok' } }),
    }),
    route({
      ...shared,
      path: healthPaths.readiness,
      operationId: 'checkReadiness',
      summary: 'Whether requests can be answered: database and job queue',
      description: '503 while the database or the job queue is unreachable, and once shutdown has begun.',
      responses: { 200: { description: 'They can.', schema: state } },
      errors: ['UNAVAILABLE'],
      handle: async () => {
        const { status } = await readiness.prove();
        return { body: { status } };
      },
    }),
  ];
}
