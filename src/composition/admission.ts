import type { Logger } from 'pino';
import type { TextCache } from '../kit/graphql/index.ts';
import { Admission, Load, type Metrics, type ShutdownHooks } from '../kit/core/index.ts';
import type { Config } from '../config.ts';

/**
 * Measures the load of this process until it is closed, and counts rejected requests in its metrics. The cache is dropped
 * when memory is short.
 */
export function openAdmission(
  { http, nodeOptions }: Config,
  { metrics, cache }: { readonly metrics: Metrics; readonly cache: TextCache },
  log: Logger,
  shutdown: ShutdownHooks,
): Admission {
  const load = new Load(log, nodeOptions, cache.clear, http.processes);
  load.start();
  shutdown.push('watch over the load', async () => load.stop());
  const admission = new Admission(load, http);
  metrics.add({
    name: 'deckcast_overloaded',
    help: 'Whether new requests are refused because the process is overloaded: 1 or 0.',
    joint: 'sum',
    read: () => (load.overload === null ? 0 : 1),
  });
  metrics.add({
    name: 'deckcast_event_loop_turn_seconds',
    help: 'Processor time of the turn of the event loop in which a request comes, over the last half second.',
    joint: 'max',
    read: () => load.turnMs / 1_000,
  });
  metrics.add({
    name: 'deckcast_requests_under_way',
    help: 'Requests that are taken and not yet answered, without streams.',
    joint: 'sum',
    read: () => admission.underWay,
  });
  metrics.add({
    name: 'deckcast_connections_open',
    help: 'Connections that stay open, by kind: WebSockets, and streams of server-sent events.',
    joint: 'sum',
    label: 'kind',
    read: () => admission.open,
  });
  metrics.addTally({
    name: 'deckcast_answer_cache_lookups_total',
    help: 'Texts of GraphQL answers that were looked for among those that are kept, by result: hit or miss.',
    label: 'result',
    read: () => cache.lookups,
  });
  metrics.add({
    name: 'deckcast_answer_cache_bytes',
    help: 'About how much memory the texts of answers take that are kept.',
    joint: 'sum',
    read: () => cache.bytes,
  });
  metrics.addTally({
    name: 'deckcast_requests_refused_total',
    help: 'Requests, sockets and operations on them that were refused unread, by what there was too much of.',
    label: 'reason',
    read: () => admission.refused,
  });
  return admission;
}
