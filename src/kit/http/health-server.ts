import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { healthPaths } from './health.routes.ts';
import { createKoa, serverOf } from './koa-server.ts';
import type { Metrics, Readiness } from '../core/index.ts';
import { RouteTable } from './rest/route-table.ts';

/** The health of one process, or of several together. */
export interface Health {
  readonly readiness: Pick<Readiness, 'prove'>;
  readonly metrics: Pick<Metrics, 'contentType' | 'text'>;
}

/** The HTTP server of health checks and metrics. It does not listen yet. */
export function createHealthServer({ readiness, metrics }: Health, log: Logger): Server {
  const table = new RouteTable();
  table.add(['GET'], healthPaths.liveness, async (context) => {
    context.body = { status: 'ok' };
  });
  table.add(['GET'], healthPaths.readiness, async (context) => {
    context.body = await readiness.prove();
  });
  table.add(['GET'], '/metrics', async (context) => {
    context.type = metrics.contentType;
    context.body = await metrics.text();
  });
  const koa = createKoa(log);
  koa.use(table.answer());
  return serverOf(koa);
}
