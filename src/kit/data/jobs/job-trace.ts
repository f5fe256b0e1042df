import { traceOfNow } from '../../core/index.ts';

/** The member of a job's data that is the queue's own: the span that has enqueued the job. Only there while traces are on. */
export const traceMember = 'traceparent';

/** Data as the queue stores it. */
export function withTrace(data: object): object {
  const traceparent = traceOfNow();
  return traceparent === null ? data : { ...data, [traceMember]: traceparent };
}

/** Data as its task gets it, and what the queue has added; null where that is missing or is no text. */
export function withoutTrace(stored: object): { readonly data: object; readonly cause: string | null } {
  const { [traceMember]: cause, ...data } = stored as Readonly<Record<string, unknown>>;
  return { data, cause: typeof cause === 'string' ? cause : null };
}
