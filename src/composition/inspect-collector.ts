import type { Config } from '../config.ts';
import { tryCollector } from '../kit/core/index.ts';
import type { Finding } from './finding.ts';

/** Longest time for an answer of a collector, in milliseconds. */
const collectorMs = 5_000;

/** Sends the collector of traces an export without spans. Nothing where traces are off. */
export async function inspectCollector({ tracing }: Config): Promise<Finding[]> {
  if (tracing === null) return [];
  const subject = 'traces';
  const { host } = new URL(tracing.endpoint);
  const fault = await tryCollector(tracing, collectorMs);
  if (fault === null) return [{ subject, state: 'ok', finding: `The collector at ${host} takes traces.` }];
  const fix =
    fault === '401' || fault === '403'
      ? 'correct OTEL_EXPORTER_OTLP_HEADERS'
      : 'correct OTEL_EXPORTER_OTLP_ENDPOINT, which is the address of OTLP over HTTP without /v1/traces, or look at that collector';
  return [{ subject, state: 'doubt', finding: `The collector at ${host} does not take traces (${fault}): ${fix}.` }];
}
