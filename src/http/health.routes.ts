import type { Readiness } from './readiness.ts';
import { type Route, route } from './route.ts';

const status = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] };
const log = {
  type: 'object',
  description: 'Present while an open transaction keeps events from readers.',
  properties: { heldBackSeconds: { type: 'integer' }, by: { type: 'string' } },
  required: ['heldBackSeconds', 'by'],
};
const ready = { ...status, properties: { ...status.properties, log } };
const shared = { tag: 'Health', extension: true, method: 'GET', isPublic: true } as const;

export function healthRoutes(readiness: Readiness): Route[] {
  return [
    route({
      ...shared,
      path: '/healthz',
      summary: 'Whether the process runs',
      answers: { 200: { description: 'It does.', schema: status } },
      handle: async () => ({ body: { status: 'ok' } }),
    }),
    route({
      ...shared,
      path: '/readyz',
      summary: 'Whether requests can be answered: database and job queue',
      answers: { 200: { description: 'They can.', schema: ready } },
      refuses: ['UNAVAILABLE'],
      handle: async () => {
        return { body: { ...(await readiness.prove()) } };
      },
    }),
  ];
}
