import type { Middleware } from 'koa';
import type { Tracing } from '../core/index.ts';
import { healthPaths } from './health.routes.ts';
import { methods } from './request-meter.ts';

/**
 * Gives each request a span, which continues the trace of its client. Health checks have none: they come every few
 * seconds. A path or a query is never in a span, because both may hold tokens and names; the declared path of the route is.
 */
export function traceRequests(tracing: Tracing): Middleware {
  const known = new Set(methods);
  const untraced = new Set<string>(Object.values(healthPaths));
  return async (context, next) => {
    if (untraced.has(context.req.url ?? '')) {
      await next();
      return;
    }
    const method = known.has(context.method) ? context.method : '_OTHER';
    const parent = context.get('traceparent') || null;
    await tracing.begin({ name: method, kind: 'server', parent }, async (span) => {
      await next();
      if (!span.isRecorded) return;
      const { status } = context;
      const { route } = context.state as { readonly route?: string };
      if (route !== undefined) span.rename(`${method} ${route}`);
      if (status >= 500) span.fail();
      span.set({
        'http.request.method': method,
        'http.response.status_code': status,
        ...(route === undefined ? {} : { 'http.route': route }),
      });
    });
  };
}
