import { portOf } from '../url-port.ts';
import { currentSpan, runIn } from './span.ts';

/** A request to another service. */
export interface OutgoingCall {
  /** What the service is, and what it is to do: `DeepL translate`. */
  readonly name: string;
  readonly method: string;
  /** Of it a span has host and port alone: the rest may hold names, texts and keys. */
  readonly url: string;
}

/** Notes the status of the answer. By default one from 400 on is a failure. */
type NoteStatus = (status: number, isFailure?: boolean) => void;

/**
 * Sends a request of the current work in a span of its own, which lasts until the answer is read. Without a span around
 * it, it just sends. The service is not sent the trace: it belongs to others.
 */
export function inCall<Result>(
  { name, method, url }: OutgoingCall,
  send: (answered: NoteStatus) => Promise<Result>,
): Promise<Result> {
  const parent = currentSpan();
  if (parent?.isRecorded !== true) return send(() => undefined);
  const target = new URL(url);
  const attributes = {
    'http.request.method': method,
    'server.address': target.hostname,
    'server.port': portOf(target),
  };
  return runIn(parent.child(name, 'client', attributes), (span) =>
    send((status, isFailure = status >= 400) => {
      span.set({ 'http.response.status_code': status });
      if (isFailure) span.fail();
    }),
  );
}
