import type { Readiness } from './readiness.ts';
import { type Route, route } from '../rest/route.ts';

const status = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] };
const log = {
  type: 'object',
  description: 'Present while an open transaction keeps events from readers.',
  properties: { heldBackSeconds: { type: 'integer' } },
  required: ['heldBackSeconds'],
};
const ready = { ...status, properties: { ...status.properties, log } };
const shared = { tag: 'Health', extension: true, method: 'GET', isPublic: true } as const;

/** `/healthz` and `/readyz`, which need no API key: so they name no session of the database, as HEALTH_PORT does. */
export function healthRoutes(readiness: Readiness): Route[] {
  return [
    route({
      ...shared,
      path: '/healthz',
      operationId: 'checkLiveness',
      summary: 'Whether the process runs',
      description: 'Answers without a query of the database.',
      responses: { 200: { description: 'It does.', schema: status } },
      handle: async () => ({ body: { status: 'ok' } }),
    }),
    route({
      ...shared,
      path: '/readyz',
      operationId: 'checkReadiness',
      summary: 'Whether requests can be answered: database and job queue',
      description: '503 while the database or the job queue is away, and once the process is asked to stop.',
      responses: { 200: { description: 'They can.', schema: ready } },
      errors: ['UNAVAILABLE'],
      handle: async () => {
        const { log: held, ...body } = await readiness.prove();
        return { body: held === undefined ? body : { ...body, log: { heldBackSeconds: held.heldBackSeconds } } };
      },
    }),
  ];
}
