import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { AttemptLimits } from './channel.ts';

export interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  /** What came of the body before it ended, broke off or became too long: the status has decided already. */
  readonly beginning: Buffer;
}

/** Most of an answer's body that is read: enough to free the connection, too little to be hurt by. */
const maxBodyBytes = 65_536;

/**
 * Sends a request and reads the beginning of its answer.
 *
 * @throws what kept the receiver from answering: the reason of the limits' signal, a `TimeoutError`, or undici's error
 */
export function exchange(
  agent: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: AttemptLimits,
): Promise<Answer> {
  const handler = new Exchange(limits);
  agent.dispatch(request, handler);
  return handler.answer;
}

/** On undici's handlers, because its promises, streams and signals take longer than the exchange itself. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #answer = Promise.withResolvers<Answer>();
  readonly answer = this.#answer.promise;
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
    // 1xx is only news of the answer to come.
    if (statusCode >= 200) this.#status = { statusCode, headers };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body.push(chunk);
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes >= maxBodyBytes) this.#end(new Error('the answer is longer than is read'));
  }

  onResponseEnd(): void {
    this.#settle(new Error('the answer has no status'));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settle(error);
  }

  /** Before the connection stands there is nothing to abort: that is done as soon as it does. */
  #end(reason: Error): void {
    this.#ended = reason;
    this.#settle(reason);
    this.#controller?.abort(reason);
  }

  #settle(error: Error): void {
    clearTimeout(this.#timer);
    this.limits.signal.removeEventListener('abort', this.#onAbort);
    if (this.#status === null) this.#answer.reject(error);
    else this.#answer.resolve({ ...this.#status, beginning: Buffer.concat(this.#body).subarray(0, maxBodyBytes) });
  }
}
