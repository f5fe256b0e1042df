import type { Config } from '../config.ts';

/** A request to the server that has locked the data folder. */
export interface ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** The scope that API_KEY must have. */
  readonly scope: string;
}

/** @throws Error with the cause and the fix */
export async function askServer(
  config: Pick<Config, 'http'>,
  { method, path, body, scope }: ServerRequest,
): Promise<Response> {
  const base = serverAddress(config);
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...keyHeaders(config),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error(
      `A process uses the data folder, but none answers at ${base}: set HOST and PORT as the server has them, or stop it.`,
    );
  });
  if (answer.status === 401) {
    throw new Error(`The server at ${base} asks for a key: set API_KEY to one with the scope ${scope}.`);
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as { detail?: string } | null;
  throw new Error(problem?.detail ?? `${base} answered ${answer.status}.`);
}

/** Where the server with these settings is reached. */
export const serverAddress = ({ http: { host, port } }: Pick<Config, 'http'>): string =>
  `http://${reachable(host)}:${port}`;

/** The headers by which a request has the rights of API_KEY. */
export const keyHeaders = ({ http: { apiKey } }: Pick<Config, 'http'>): Record<string, string> =>
  apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };

/** The address at which a server that listens everywhere is reached. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
