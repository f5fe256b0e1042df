import { AppError } from '../errors.ts';
import { type Route, route } from './route.ts';

/** What can be asked of the parts that requests depend on. */
export interface Readiness {
  /** False while the process shuts down. */
  accepting(): boolean;
  /** Each throws or gives false when its part does not answer. */
  readonly checks: Readonly<Record<string, () => Promise<boolean>>>;
  /** What keeps events from readers, for people: requests are answered all the same. Null when nothing does. */
  logHeldBack(): { readonly heldBackSeconds: number; readonly by: string } | null;
}

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
        if (!readiness.accepting()) throw new AppError('UNAVAILABLE', 'The process is shutting down.');
        for (const [part, isReady] of Object.entries(readiness.checks)) {
          if (!(await isReady().catch(() => false))) {
            throw new AppError('UNAVAILABLE', `The ${part} does not answer.`);
          }
        }
        const heldBack = readiness.logHeldBack();
        return { body: { status: 'ready', ...(heldBack === null ? {} : { log: heldBack }) } };
      },
    }),
  ];
}
