import type { Admission } from '../core/index.ts';
import { publicActor } from '../rights/index.ts';
import type { Route } from './rest/route.ts';
import type { RequestContext } from './koa-server.ts';

interface AdmitOptions {
  readonly admission: Admission;
  readonly routes: readonly Route[];
}

/** Admits requests up to the limits of the process; rejects others before their bodies are read. Health checks, which need no credential, pass. */
export function admitRequests({ admission, routes }: AdmitOptions) {
  const streams = routes.filter(isStream).map(pathPattern);
  return ({ path, res, state }: RequestContext, next: () => Promise<void>): Promise<void> => {
    if (state.actor !== publicActor) {
      const entrant = { address: state.client.ip, key: state.actor.key };
      // A stream whose path is spelt in another way the router knows counts as a request, of which there are fewer.
      const staysOpen = streams.some((pattern) => pattern.test(path));
      res.once('close', staysOpen ? admission.enterStream('event_stream', entrant) : admission.enter(entrant));
    }
    return next();
  };
}

/** Whether a route answers with server-sent events. */
export function isStream({ responses }: Route): boolean {
  return Object.values(responses).some(({ mediaType }) => mediaType === 'text/event-stream');
}

/** Matches the paths of a route, as far as they are spelt as it is. */
export function pathPattern({ path }: Route): RegExp {
  return new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
