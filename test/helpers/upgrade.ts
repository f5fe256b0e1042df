import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';

/** Asks for a socket as a client does and lets it go. @returns the status of the answer, 101 if it was opened, and its headers */
export async function askForSocket(
  base: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const sent = request(`${base}${path}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      'sec-websocket-protocol': 'graphql-transport-ws',
      ...headers,
    },
  });
  sent.end();
  const answered = once(sent, 'response').then(([response]) => {
    const { statusCode = 0, headers: given } = response as { statusCode?: number; headers: IncomingHttpHeaders };
    return { status: statusCode, headers: given };
  });
  const opened = once(sent, 'upgrade').then(([response, socket]) => {
    (socket as { destroy: () => void }).destroy();
    return { status: 101, headers: (response as { headers: IncomingHttpHeaders }).headers };
  });
  return Promise.race([answered, opened]);
}
