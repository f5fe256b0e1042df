import type { OpenSpan, SpanAttributes, SpanKind } from './span.ts';

/** Where a span stands that begins a trace in this process, or continues that of another. */
export interface RootSpan {
  readonly name: string;
  readonly kind: SpanKind;
  /** A `traceparent` whose trace it continues; one that is none begins a trace. */
  readonly parent: string | null;
  /** A `traceparent` that caused it, in whose trace it is not; one that is none links to nothing. */
  readonly link?: string | null;
  readonly attributes?: SpanAttributes;
}

/** Makes traces. Everything that may have none takes null, and then does nothing for them. */
export interface Tracing {
  /** Runs work in a span: what runs in it and calls `inSpan` has spans below. */
  begin<Result>(root: RootSpan, run: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** Adds a span that has just ended, for work that was done for several traces together. */
  note(root: RootSpan, ms: number): void;
  /** Sends what is left, for a limited time. */
  close(): Promise<void>;
}
