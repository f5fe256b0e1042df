import type { Middleware } from 'koa';
import type { Clients } from '../access/client.ts';
import type { Admission } from '../limits/admission.ts';
import type { Route } from '../rest/route.ts';

interface AdmitOptions {
  readonly admission: Admission;
  readonly clients: Clients;
  readonly routes: readonly Route[];
}

/** Admits requests up to the limits of the process; rejects others before their bodies are read. Health checks pass. */
export function admitRequests({ admission, clients, routes }: AdmitOptions): Middleware {
  const open = new Set(routes.filter(({ isPublic }) => isPublic === true).map(({ path }) => path));
  const streams = routes.filter(isStream).map(pathPattern);
  return async ({ path, req, res }, next) => {
    if (!open.has(path)) {
      const { ip } = clients.of(req);
      // A stream whose path is spelt in another way the router knows counts as a request, of which there are fewer.
      const staysOpen = streams.some((pattern) => pattern.test(path));
      res.once('close', staysOpen ? admission.enterStream(ip) : admission.enter(ip));
    }
    await next();
  };
}

function isStream({ responses }: Route): boolean {
  return Object.values(responses).some(({ mediaType }) => mediaType === 'text/event-stream');
}

function pathPattern({ path }: Route): RegExp {
  return new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
