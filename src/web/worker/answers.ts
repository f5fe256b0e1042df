import { fileKey, isImmutable, partOf } from './files.ts';
import { cacheOf, readKept } from './kept.ts';

/** How long the network has to answer with a page that is kept, in milliseconds. */
const idleTimeoutMs = 4_000;

/** The page of a link, as the server answers it; without a network, as it was kept. */
export async function pageAnswer(request: Request): Promise<Response> {
  const stored = async (): Promise<Response | null> => storedPage(new URL(request.url).pathname);
  const answer = fetch(request);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, idleTimeoutMs, null);
  });
  try {
    const first = await Promise.race([answer, late]);
    return first !== null && first.status < 500 ? first : ((await stored()) ?? (await answer));
  } catch {
    return (await stored()) ?? Response.error();
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}

async function storedPage(path: string): Promise<Response | null> {
  const token = path.slice('/p/'.length);
  if ((await readKept(token)) === null) return null;
  const page = await caches.match(path, { cacheName: cacheOf(token), ignoreVary: true });
  return page === undefined ? null : withFreshNonce(page);
}

/** Each answer has a nonce of its own, as those of the server. */
async function withFreshNonce(page: Response): Promise<Response> {
  const headers = new Headers(page.headers);
  const policy = headers.get('content-security-policy') ?? '';
  const [, former] = /'nonce-([\w-]+)'/.exec(policy) ?? [];
  const html = await page.text();
  if (former === undefined) return Response.error();
  const nonce = newNonce();
  headers.set('content-security-policy', policy.replaceAll(former, nonce));
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(html.replaceAll(former, nonce), { headers });
}

/** 144 random bits in base64url. */
function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** A file of the page: what is kept of it, first if that cannot be out of date, else without a network. */
export async function fileAnswer(request: Request): Promise<Response> {
  const kept = async (): Promise<Response | undefined> => {
    const found = await caches.match(fileKey(request.url), { ignoreVary: true });
    return found && partOf(request, found);
  };
  if (isImmutable(request.url)) return (await kept()) ?? fetch(request);
  return fetch(request).catch(async () => (await kept()) ?? Response.error());
}
