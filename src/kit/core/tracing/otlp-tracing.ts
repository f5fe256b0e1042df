import { randomUUID } from 'node:crypto';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { RepeatedFaults } from '../repeated-faults.ts';
import { settledWithin } from '../settled-within.ts';
import { productVersion } from '../version.ts';
import { ReportedExporter } from './otlp-exporter.ts';
import { type OpenSpan, runIn, type SpanAttributes } from './span.ts';
import type { RootSpan, Tracing } from './tracing.ts';
import type { TracingSettings } from '../configuration/tracing-settings.ts';

/** How long a stop waits for a collector, in milliseconds: a part of what is left behind the drains. */
const flushMs = 1_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/**
 * Traces by the SDK of OpenTelemetry, sent as JSON over HTTP. Nothing is registered with the global API: which span is
 * current is our own matter, so that code that makes spans needs no package while there are no traces.
 */
export class OtlpTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #faults: RepeatedFaults;

  constructor(settings: TracingSettings, log: Logger) {
    this.#faults = new RepeatedFaults(log);
    const exporter = new ReportedExporter(settings, this.#faults);
    this.#provider = new TracerProvider({
      resource: resourceOf(settings),
      sampler: samplerOf(settings),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.#tracer = this.#provider.getTracer('deckcast', productVersion);
  }

  begin<Result>(root: RootSpan, run: (span: OpenSpan) => Promise<Result>): Promise<Result> {
    return runIn(new OtlpSpan(this.#tracer, this.#start(root)), run);
  }

  note(root: RootSpan, ms: number): void {
    const endedAt = Date.now();
    this.#start(root, endedAt - ms).end(endedAt);
  }

  async close(): Promise<void> {
    // What it could not send was logged.
    await settledWithin(
      flushMs,
      this.#provider.shutdown().catch(() => undefined),
    );
    this.#faults.close();
  }

  #start({ name, kind, parent, link = null, attributes = {} }: RootSpan, startTime?: number): Span {
    const above = elsewhere(parent);
    const cause = elsewhere(link);
    return this.#tracer.startSpan(
      name,
      {
        kind: kinds[kind],
        attributes,
        ...(cause === null ? {} : { links: [{ context: cause }] }),
        ...(startTime === undefined ? {} : { startTime }),
      },
      above === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, above),
    );
  }
}

/** The span that a `traceparent` names; null where it names none. */
function elsewhere(traceparent: string | null): SpanContext | null {
  const named = traceparent === null ? null : parseTraceParent(traceparent);
  return named === null ? null : { ...named, isRemote: true };
}

class OtlpSpan implements OpenSpan {
  readonly traceId: string;
  readonly traceparent: string;
  readonly isRecorded: boolean;
  readonly #context: Context;
  #isOver = false;

  constructor(
    private readonly tracer: Tracer,
    private readonly span: Span,
  ) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.traceId = traceId;
    this.traceparent = `00-${traceId}-${spanId}-${(traceFlags & 1) === 1 ? '01' : '00'}`;
    this.isRecorded = span.isRecording();
    this.#context = trace.setSpan(ROOT_CONTEXT, span);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  child(name: string, kind: keyof typeof kinds, attributes: SpanAttributes): OpenSpan {
    return new OtlpSpan(this.tracer, this.tracer.startSpan(name, { kind: kinds[kind], attributes }, this.#context));
  }

  note(name: string, attributes: SpanAttributes, { ms, hasFailed }: { ms: number; hasFailed: boolean }): void {
    const endedAt = Date.now();
    const options = { kind: SpanKind.CLIENT, attributes, startTime: endedAt - ms };
    const span = this.tracer.startSpan(name, options, this.#context);
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endedAt);
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes({ ...attributes });
  }

  fail(): void {
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.#isOver = true;
    this.span.end();
  }
}

function resourceOf({ serviceName, resourceAttributes }: TracingSettings): Resource {
  return resourceFromAttributes({
    'service.name': 'deckcast',
    'service.version': productVersion,
    'service.instance.id': randomUUID(),
    ...parseKeyPairsIntoRecord(resourceAttributes),
    ...(serviceName === null ? {} : { 'service.name': serviceName }),
  });
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = rootSampler(sampler.replace('parentbased_', ''), ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
