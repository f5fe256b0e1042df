// Speaks to a server as a program of a user does.

/** Requests with one credential. @param authorization the value of the header; null for none */
export function clientOf(base, authorization) {
  const send = async (method, path, body) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(authorization === null ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  /** What must succeed. @throws Error with what was answered */
  const done = async (method, path, body) => {
    const answer = await send(method, path, body);
    if (answer.status < 400) return answer.body;
    throw new Error(`${method} ${path} is answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  return {
    send,
    get: (path) => done('GET', path),
    post: (path, body) => done('POST', path, body),
    put: (path, body) => done('PUT', path, body),
    patch: (path, body) => done('PATCH', path, body),
  };
}

/** Waits for what a condition says of what it reads. @throws Error after a minute, with what was read last */
export async function until(what, read, condition = Boolean) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = await read();
    if (condition(found)) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not come true: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
