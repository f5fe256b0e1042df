import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** What the bytes say, whichever coding they have. */
  readonly text: string;
}

/** Asks as no client library does: what is sent is asked for in `headers` alone, and nothing is decoded unseen. */
export async function rawAnswer(
  url: string,
  headers: Record<string, string> = {},
  { method = 'GET', body }: { readonly method?: string; readonly body?: object } = {},
): Promise<RawAnswer> {
  const asked = request(url, { method, agent: false, headers: { ...headers, ...(body && json) } });
  asked.end(body && JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  const { statusCode: status, headers: received } = answer;
  return { status, headers: received, bytes, text: decoded(bytes, received['content-encoding']).toString() };
}

const json = { 'content-type': 'application/json' };

function decoded(bytes: Buffer, coding: string | undefined): Buffer {
  if (coding === undefined || bytes.length === 0) return bytes;
  if (coding === 'zstd') return zstdDecompressSync(bytes);
  if (coding === 'br') return brotliDecompressSync(bytes);
  if (coding === 'gzip') return gunzipSync(bytes);
  throw new Error(`An answer has the coding ${coding}`);
}
