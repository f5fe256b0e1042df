/** A request over HTTP as a client library sent it. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly status: number;
}

/** The fetch of Node, which notes how each request was sent and answered. */
export function notingFetch(sent: SentRequest[]): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { method = 'GET', body } = init ?? {};
    const url = input instanceof Request ? input.url : input.toString();
    sent.push({ method, url, body: typeof body === 'string' ? body : '', status: response.status });
    return response;
  };
}
