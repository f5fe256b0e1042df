import type { Server } from 'node:http';
import Router from '@koa/router';
import type { Logger } from 'pino';
import { healthPaths } from './health.routes.ts';
import { createKoa, serverOf } from './koa-server.ts';
import type { Metrics, Readiness } from '../core/index.ts';
import { unmatched } from './rest/rest.ts';

/** The health of one process, or of several together. */
export interface Health {
  readonly readiness: Pick<Readiness, 'prove'>;
  readonly metrics: Pick<Metrics, 'contentType' | 'text'>;
}

/** The HTTP server of health checks and metrics. It does not listen yet. */
export function createHealthServer({ readiness, metrics }: Health, log: Logger): Server {
  const router = new Router();
  router.get(healthPaths.liveness, (context) => {
    context.body = { status: 'ok' };
  });
  router.get(healthPaths.readiness, async (context) => {
    context.body = await readiness.prove();
  });
  router.get('/metrics', async (context) => {
    context.type = metrics.contentType;
    context.body = await metrics.text();
  });
  const koa = createKoa(log);
  koa.use(router.routes());
  koa.use(unmatched(router));
  return serverOf(koa);
}
