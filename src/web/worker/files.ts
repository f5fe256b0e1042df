import type { Presentation } from '../story/answers.ts';
import { within } from '../story/within.ts';

/** The file of a URL, as caches name it. The signature of a link changes with the time, and names no other file. */
export function fileKey(url: string): string {
  const { origin, pathname, href } = new URL(url, location.origin);
  return origin === location.origin && pathname.startsWith('/api/') ? origin + pathname : href;
}

/** Whether the URL names its content: what is kept of it is never out of date. */
export function isImmutable(url: string): boolean {
  const { origin, pathname } = new URL(url, location.origin);
  return origin === location.origin && /^\/(?:assets|api\/audio|api\/images|api\/logos)\//.test(pathname);
}

/** All that a presentation plays and shows, in the order of its slides. */
export function filesOf({ brand, slides, faqs }: Presentation): string[] {
  const shown = slides.flatMap(({ audioUrl, heroImg }) => [audioUrl, heroImg]);
  const named = [brand?.logo ?? null, ...shown, ...faqs.map((faq) => faq.audioUrl)];
  return named.filter((url) => url !== null && /^(?:https?:|\/)/.test(url)) as string[];
}

/** The files that a built page loads. */
export function assetsOf(html: string): string[] {
  return [...html.matchAll(/"(\/assets\/[\w.-]+)"/g)].flatMap(([, path]) => path ?? []);
}

/** How long a host may be silent while it sends a file, in milliseconds. */
const silentMs = 20_000;

/**
 * Loads a whole file. A file of another host is kept only where that host lets pages of ours read it: what cannot be read
 * has no size that could be limited.
 *
 * @param most bytes that it may have
 * @returns null for what is not there, is too large, or must not be read
 */
export async function loadFile(url: string, most: number, signal: AbortSignal): Promise<Response | null> {
  const credentials = new URL(url, location.origin).origin === location.origin ? 'same-origin' : 'omit';
  return within(silentMs, signal, async (ended, onProgress) => {
    const response = await fetch(url, { mode: 'cors', credentials, signal: ended });
    const body = response.status === 200 ? await bounded(response, most, onProgress) : null;
    if (body === null) return null;
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    return new Response(body, { headers: { 'content-type': type, 'content-length': String(body.size) } });
  });
}

async function bounded(response: Response, most: number, onProgress: () => void): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) return new Blob(chunks);
    onProgress();
    size += value.byteLength;
    if (size > most) {
      await reader?.cancel();
      return null;
    }
    chunks.push(value);
  }
}

/** A part of a whole file, as a request requests it. Requests for several parts get the whole, as HTTP allows. */
export async function partOf(request: Request, whole: Response): Promise<Response> {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return whole;
  const body = await whole.blob();
  const start = first === '' ? Math.max(0, body.size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? body.size - 1 : Math.min(Number(last), body.size - 1);
  if (start > end) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${body.size}` } });
  const headers = {
    'content-type': whole.headers.get('content-type') ?? '',
    'content-range': `bytes ${start}-${end}/${body.size}`,
    'content-length': String(end - start + 1),
    'accept-ranges': 'bytes',
  };
  return new Response(body.slice(start, end + 1), { status: 206, headers });
}
