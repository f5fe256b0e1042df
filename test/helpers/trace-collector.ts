import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.ts';

/** A span as OTLP sends it in JSON, as far as tests read it. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links: readonly Pick<SentSpan, 'traceId' | 'spanId'>[];
  readonly name: string;
  /** 1 is internal, 2 a server's, 3 a client's. */
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: Pick<SentSpan, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** A real HTTP server that takes traces as a collector of OpenTelemetry does. */
export class TraceCollector extends LoopbackServer {
  status = 200;
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];

  protected respond(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.requests.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
    });
  }

  /** Everything that it was sent, as it came. */
  get text(): string {
    return this.requests.map(({ body }) => body).join('\n');
  }

  get #sent() {
    return this.requests.flatMap(({ body }) => (JSON.parse(body) as Batch).resourceSpans);
  }

  get spans(): SentSpan[] {
    return this.#sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  }

  get resources(): Record<string, unknown>[] {
    return this.#sent.map(({ resource }) => attributesOf(resource));
  }
}

/** A trace that a client has begun. */
export function begun(place: string, flags = '01') {
  const [traceId, spanId] = [place.repeat(32), place.repeat(16)];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

export function named(spans: readonly SentSpan[], name: string): SentSpan {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
  return found;
}

export function attributesOf({ attributes }: Pick<SentSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
