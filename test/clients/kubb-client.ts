// The client for kubb (`importPath` of @kubb/plugin-client). The one that kubb brings does not compile under
// exactOptionalPropertyTypes where a body may be omitted, and its fetch sends JSON without a Content-Type.

/** What the functions that kubb writes pass. Their arguments that are omitted arrive as undefined. */
export interface RequestConfig<Body = unknown> {
  /** Where the server is, without a slash at the end. The page's own origin unless set. */
  baseURL?: string | undefined;
  url?: string | undefined;
  method?: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD' | undefined;
  params?: object | undefined;
  data?: Body | FormData | undefined;
  headers?: Record<string, string | undefined> | undefined;
  signal?: AbortSignal | undefined;
}

export interface ResponseConfig<Data = unknown> {
  data: Data;
  status: number;
  statusText: string;
  headers: Headers;
}

/** A response other than 2xx. `problem` is its body, a problem detail by RFC 9457. */
export class ResponseError<Failure = unknown> extends Error {
  readonly status: number;
  readonly problem: Failure;

  constructor(status: number, problem: Failure) {
    super(`The server answered with ${status}.`);
    this.status = status;
    this.problem = problem;
  }
}

export type ResponseErrorConfig<Failure = unknown> = ResponseError<Failure>;

export type Client = <Data, Failure = unknown, Body = unknown>(
  config: RequestConfig<Body>,
) => Promise<ResponseConfig<Data>>;

let common: RequestConfig = {};

/** Sets what every request has: `baseURL`, and `headers: { Authorization: 'Bearer <key>' }`. */
export function setConfig(config: RequestConfig): void {
  common = config;
}

/** Later configurations win; headers are merged one by one. */
export function mergeConfig<Config extends RequestConfig>(...configs: Partial<Config>[]): Partial<Config> {
  return configs.reduce((merged, config) => ({
    ...merged,
    ...config,
    headers: { ...merged.headers, ...config.headers },
  }));
}

/** Fails with a ResponseError unless the answer is a 2xx. Data is JSON, or a Blob of another media type. */
const client: Client = async <Data>(request: RequestConfig): Promise<ResponseConfig<Data>> => {
  const { baseURL = '', url = '', method = 'GET', params, data, headers, signal } = mergeConfig(common, request);
  const isJson = data !== undefined && !(data instanceof FormData);
  const query = new URLSearchParams(present(params)).toString();
  const response = await fetch(`${baseURL}${url}${query && `?${query}`}`, {
    method,
    headers: present({ ...(isJson && { 'Content-Type': 'application/json' }), ...headers }),
    body: isJson ? JSON.stringify(data) : (data ?? null),
    signal: signal ?? null,
  });
  const type = response.headers.get('Content-Type') ?? '';
  const answer = await (/[/+]json\b/.test(type) ? response.json() : response.blob());
  if (!response.ok) throw new ResponseError(response.status, answer);
  return { data: answer, status: response.status, statusText: response.statusText, headers: response.headers };
};

function present(values: object = {}): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
}

export default client;
