import { request } from 'undici';
import type { ProblemAnswer } from './answers.ts';
import { DescribedApi } from './described-api.ts';

export interface RestAnswer<Body> {
  status: number;
  headers: Headers;
  /** As the test expects it; the contract check below has seen its real shape. */
  body: Body;
}

/**
 * Sends REST requests and checks each answer against the OpenAPI document that the server gives. It uses undici's `request`
 * because `fetch` has answers compressed and takes twice the processor time.
 */
export class RestClient {
  #api: DescribedApi | null = null;

  constructor(
    readonly base: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** @param reader the headers that may read the document */
  async open(reader = this.headers): Promise<this> {
    const { body } = await request(`${this.base}/api/openapi.json`, { headers: reader });
    this.#api = DescribedApi.of(await body.text());
    return this;
  }

  get<Body = ProblemAnswer>(path: string, headers?: Record<string, string>): Promise<RestAnswer<Body>> {
    return this.send<Body>('GET', path, undefined, headers);
  }

  post<Body = ProblemAnswer>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<RestAnswer<Body>> {
    return this.send<Body>('POST', path, body, headers);
  }

  put<Body = ProblemAnswer>(path: string, body?: unknown, headers?: Record<string, string>): Promise<RestAnswer<Body>> {
    return this.send<Body>('PUT', path, body, headers);
  }

  delete<Body = ProblemAnswer>(path: string, headers?: Record<string, string>): Promise<RestAnswer<Body>> {
    return this.send<Body>('DELETE', path, undefined, headers);
  }

  async send<Body = ProblemAnswer>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RestAnswer<Body>> {
    const response = await request(`${this.base}${path}`, {
      method,
      headers: { ...this.headers, ...(body === undefined ? {} : { 'content-type': typeOf(body) }), ...headers },
      ...(body === undefined ? {} : { body: bodyOf(body) }),
    });
    const text = await response.body.text();
    const answer = { status: response.statusCode, headers: headersOf(response.headers), body: parse(text) };
    this.#api?.check(method, path, answer);
    return answer as RestAnswer<Body>;
  }
}

/** Files of tests are PNGs where nothing else is said. */
function typeOf(body: unknown): string {
  return body instanceof Uint8Array ? 'image/png' : 'application/json';
}

/** A text and a file are sent as they are. */
function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array
    ? (body as string | Uint8Array<ArrayBuffer>)
    : JSON.stringify(body);
}

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(received)) {
    for (const value of [values].flat()) headers.append(name, value);
  }
  return headers;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
