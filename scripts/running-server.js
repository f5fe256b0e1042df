/**
 * Sends a request to the server that has locked the data folder.
 *
 * @param config as the server reads it
 * @param scope what API_KEY must have
 * @throws Error with the cause and the fix
 */
export async function askServer({ http: { host, port, apiKey } }, scope, method, path, body) {
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  const base = `http://${name}:${port}`;
  const headers = {
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const answer = await fetch(`${base}${path}`, {
    method,
    headers,
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
  const problem = await answer.json().catch(() => null);
  throw new Error(problem?.detail ?? `${base} answered ${answer.status}.`);
}
