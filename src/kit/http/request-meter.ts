import { type Count, type Durations, type Metrics, statusByCode } from '../core/index.ts';

/** The names under which requests are counted that no declared route answers. */
export const otherRoutes = { graphql: '/graphql', pages: 'pages', receivers: '/play/{token}' } as const;

/** Those that are counted and traced by their names. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Those that are no refusals. A receiver of the playground answers as it is set, with further ones. */
const statuses = [200, 201, 202, 204, 206, 302, 303, 304, ...new Set(Object.values(statusByCode))];

/** An answered request, as far as it is counted. */
interface Answered {
  readonly method: string;
  /** The declared path of its route, such as `/api/decks/{deckId}`; undefined where it had none. */
  readonly route: string | undefined;
  readonly status: number;
}

/** Counts requests by route, never by path: what clients write makes no time series. */
export class RequestMeter {
  readonly #requests: Count<'method' | 'route' | 'status'>;
  readonly #durations: Durations<'method' | 'route'>;

  /** @param paths of the declared routes */
  constructor(metrics: Metrics, paths: readonly string[]) {
    const labels = { method: methods, route: [...new Set([...paths, ...Object.values(otherRoutes)])] };
    this.#requests = metrics.count({
      name: 'deckcast_http_requests_total',
      help: 'Requests that were answered, by method, declared route and status. Those that were refused before their route was known, or have none, count as other.',
      labels: { ...labels, status: statuses.map(String) },
    });
    this.#durations = metrics.durations({
      name: 'deckcast_http_request_duration_seconds',
      help: 'Time until the answer to a request was ready to be sent, by method and declared route; of a stream, until it began.',
      labels,
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    });
  }

  note({ method, route = '', status }: Answered, seconds: number): void {
    this.#requests.add({ method, route, status: String(status) });
    this.#durations.note({ method, route }, seconds);
  }
}
