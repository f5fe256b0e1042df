import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { AttemptLimits } from './channel.ts';

export interface ReceiverResponse {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  /** The first `maxBodyBytes` of the body, or what arrived before the connection ended. */
  readonly beginning: Buffer;
}

/** Most bytes that are read of a body: usual bodies end before, so that the connection can be reused. */
const maxBodyBytes = 65_536;

/**
 * Sends a request and reads the beginning of its response.
 *
 * @throws the reason of the signal, a `TimeoutError`, or undici's error when there was no response
 */
export function exchange(
  agent: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: AttemptLimits,
): Promise<ReceiverResponse> {
  const handler = new Exchange(limits);
  agent.dispatch(request, handler);
  return handler.response;
}

/** Uses undici's handlers directly: its promises, streams and signals cost more time than the exchange itself. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #response = Promise.withResolvers<ReceiverResponse>();
  readonly response = this.#response.promise;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#end(this.limits.signal.reason as Error);
  #controller: Dispatcher.DispatchController | null = null;
  #ended: Error | null = null;
  #status: { readonly statusCode: number; readonly headers: IncomingHttpHeaders } | null = null;
  readonly #body: Buffer[] = [];
  #bodyBytes = 0;

  constructor(private readonly limits: AttemptLimits) {
    const { signal, timeoutMs } = limits;
    this.#timer = setTimeout(() => this.#end(new DOMException('no answer in time', 'TimeoutError')), timeoutMs);
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended !== null) controller.abort(this.#ended);
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    // 1xx precedes the final response.
    if (statusCode >= 200) this.#status = { statusCode, headers };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body.push(chunk);
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes >= maxBodyBytes) this.#end(new Error('the response is longer than is read'));
  }

  onResponseEnd(): void {
    this.#settle(null);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settle(error);
  }

  /** Without a connection there is nothing to abort yet: `onRequestStart` aborts then. */
  #end(reason: Error): void {
    this.#ended = reason;
    this.#settle(reason);
    this.#controller?.abort(reason);
  }

  /** @param error null at the end of the response: an error that is made for each one costs the time of its stack */
  #settle(error: Error | null): void {
    clearTimeout(this.#timer);
    this.limits.signal.removeEventListener('abort', this.#onAbort);
    if (this.#status === null) this.#response.reject(error ?? new Error('the response has no status'));
    else this.#response.resolve({ ...this.#status, beginning: Buffer.concat(this.#body).subarray(0, maxBodyBytes) });
  }
}
