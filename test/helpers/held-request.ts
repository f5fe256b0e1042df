import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** Where a request says that it comes from: every address 127.x.y.z is this machine's. */
const fallbackAddress = '127.0.0.1';

export interface PlainAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** A request that is under way for as long as its client does not finish it. */
export interface HeldRequest {
  /** Sends the rest, and reads the answer. */
  finish(): Promise<PlainAnswer>;
  /** Goes away without the rest. */
  abandon(): void;
}

/** Begins a POST and sends all of its body but the end. Comes back once the server has taken or refused it. */
export async function holdRequest(
  base: string,
  path: string,
  {
    body = '{"name":"Held"}',
    from = fallbackAddress,
    headers: own = {},
  }: { body?: string; from?: string; headers?: Record<string, string> } = {},
): Promise<HeldRequest> {
  const headers = {
    ...own,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    expect: '100-continue',
  };
  const held = request(`${base}${path}`, { method: 'POST', headers, localAddress: from, agent: false });
  const answer = read(held);
  // Whoever abandons a request, or is cut off, hears of it by `finish` alone.
  answer.catch(() => undefined);
  held.flushHeaders();
  await once(held, 'continue');
  held.write(body.slice(0, -1));
  return {
    finish: () => {
      held.end(body.slice(-1));
      return answer;
    },
    abandon: () => void held.destroy(),
  };
}

/** A GET on a connection of its own from one of this machine's addresses. */
export async function plainGet(
  base: string,
  path: string,
  from = fallbackAddress,
  headers: Record<string, string> = {},
): Promise<PlainAnswer> {
  return read(request(`${base}${path}`, { localAddress: from, agent: false, headers }).end());
}

async function read(sent: ClientRequest): Promise<PlainAnswer> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}
