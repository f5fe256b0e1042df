import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What a span says beside its name. Names and attributes are ours: declared paths, names of tables, counts, codes and ids.
 * What clients write, such as a path, a query, a header or a name, is never among them, nor is any value of a statement.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** `server` answers somebody, `client` calls somebody. */
export type SpanKind = 'server' | 'client' | 'internal';

/** Work that is under way, as its trace shows it. */
export interface OpenSpan {
  /** The trace, as log lines name it. */
  readonly traceId: string;
  /** Lets others continue the trace below this span: a header, or the column of an event. */
  readonly traceparent: string;
  /** Whether it is exported: a sampler may leave its trace out. */
  readonly isRecorded: boolean;
  /** Whether its work has ended: what goes on behind it belongs to nobody. */
  readonly isOver: boolean;
  /** Opens a span below this one. */
  child(name: string, kind: SpanKind, attributes: SpanAttributes): OpenSpan;
  /** Adds a span below this one that has just ended. */
  note(name: string, attributes: SpanAttributes, took: { readonly ms: number; readonly hasFailed: boolean }): void;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed. No text is kept: those of errors may repeat what clients have sent. */
  fail(): void;
  end(): void;
}

const current = new AsyncLocalStorage<OpenSpan>();

/** The span of the current work; undefined outside of any, and always while there are no traces. */
export function currentSpan(): OpenSpan | undefined {
  const span = current.getStore();
  return span?.isOver === true ? undefined : span;
}

/** What lets others continue the current trace, later or elsewhere; null where there is none. */
export function traceOfNow(): string | null {
  return currentSpan()?.traceparent ?? null;
}

/** Runs a part of the current work in a span of its own. Without a span around it, it just runs. */
export function inSpan<Result>(
  name: string,
  run: () => Promise<Result>,
  attributes: SpanAttributes = {},
): Promise<Result> {
  const parent = currentSpan();
  return parent?.isRecorded === true ? runIn(parent.child(name, 'internal', attributes), run) : run();
}

/** Runs work in an open span, which ends with it. */
export async function runIn<Result>(span: OpenSpan, run: (span: OpenSpan) => Promise<Result>): Promise<Result> {
  try {
    return await current.run(span, () => run(span));
  } catch (error) {
    span.fail();
    throw error;
  } finally {
    span.end();
  }
}
