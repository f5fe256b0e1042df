import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import { type Route, route } from './route.ts';

/** What can be asked of the parts that requests depend on. */
export interface Readiness {
  /** False while the process shuts down. */
  accepting(): boolean;
  /** What is known to keep requests from being answered, as a sentence; null if nothing is. */
  problem(): string | null;
  /** Each throws or gives false when its part does not answer. */
  readonly checks: Readonly<Record<string, () => Promise<boolean>>>;
  /** What keeps events from readers, for people: requests are answered all the same. Null when nothing does. */
  logHeldBack(): { readonly heldBackSeconds: number; readonly by: string } | null;
}

/** Longest time for all checks together, in milliseconds: who asks gives up soon. */
const checksMs = 2_500;

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
        const problem = readiness.problem() ?? (await firstFailure(readiness.checks)) ?? readiness.problem();
        if (problem !== null) throw new AppError('UNAVAILABLE', problem);
        const heldBack = readiness.logHeldBack();
        return { body: { status: 'ready', ...(heldBack === null ? {} : { log: heldBack }) } };
      },
    }),
  ];
}

/** Runs all checks at the same time. @returns what the first failed one means, as a sentence */
async function firstFailure(checks: Readiness['checks']): Promise<string | null> {
  const ended = new AbortController();
  const tooLate = delay(checksMs, false, { signal: ended.signal }).catch(() => false);
  const failures = await Promise.all(
    Object.entries(checks).map(async ([part, check]) => {
      const isReady = await Promise.race([check().catch(() => false), tooLate]);
      return isReady ? null : `The ${part} does not answer.`;
    }),
  );
  ended.abort();
  return failures.find((failure) => failure !== null) ?? null;
}
