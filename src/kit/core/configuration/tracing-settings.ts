import type { EnvironmentReader } from './environment-reader.ts';

/** The samplers of OpenTelemetry, by the names of its specification. */
const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/** Where traces are sent, and which: by the variables of OpenTelemetry, whose names are those of its specification. */
export interface TracingSettings {
  /** Without the path of traces; without it there are none. */
  readonly endpoint: string;
  /** As the variable has them, since they may be secret: `name=value`, with commas between. */
  readonly headers: string;
  readonly serviceName: string | null;
  readonly resourceAttributes: string;
  readonly sampler: (typeof samplers)[number];
  /** The part of traces that a sampler by ratio keeps. */
  readonly ratio: number;
}

/** @returns null without an endpoint: then there are no traces */
export function readTracing(read: EnvironmentReader): TracingSettings | null {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['https:', 'http:']);
  const settings = {
    headers: read.text('OTEL_EXPORTER_OTLP_HEADERS', ''),
    serviceName: read.optional('OTEL_SERVICE_NAME'),
    resourceAttributes: read.text('OTEL_RESOURCE_ATTRIBUTES', ''),
    sampler: read.choice('OTEL_TRACES_SAMPLER', 'parentbased_always_on', samplers),
    ratio: read.part('OTEL_TRACES_SAMPLER_ARG', 1),
  };
  return endpoint === null ? null : { endpoint, ...settings };
}
