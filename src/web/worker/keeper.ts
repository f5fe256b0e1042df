import { assetsOf, fileKey, filesOf, isImmutable, loadFile } from './files.ts';
import { cacheOf, deleteKept, isKeptKey, keptCaches, readCache, readKept, withKeptLock } from './kept.ts';

/** What a device keeps at most. The links that were opened longest ago go first. */
const mostLinks = 20;
const mostBytes = 300_000_000;
const mostLinkBytes = 100_000_000;
/** Where a link is not kept for a signature, the device is a homeowner's, who may pay for what is loaded. */
const mostGuestBytes = 40_000_000;
const mostFileBytes = 30_000_000;

/** Keeps the files of links, one link at a time. */
export class Keeper {
  /** Tokens whose files are wanted, and whether their page has just been opened. */
  readonly #wanted = new Map<string, boolean>();
  #running: { readonly token: string; readonly end: AbortController } | null = null;
  #work: Promise<void> | null = null;

  /** Ends when all that is wanted is kept. */
  keep(token: string, isOpening: boolean): Promise<void> {
    this.#wanted.set(token, isOpening || this.#wanted.get(token) === true);
    this.#work ??= this.#run().finally(() => (this.#work = null));
    return this.#work;
  }

  /** Deletes all of a link, also what is being loaded. */
  async forget(token: string): Promise<void> {
    this.#wanted.delete(token);
    if (this.#running?.token === token) this.#running.end.abort();
    await this.#work;
    await deleteKept(token);
  }

  async #run(): Promise<void> {
    for (;;) {
      const [next] = this.#wanted;
      if (next === undefined) return;
      const [token, isOpening] = next;
      this.#wanted.delete(token);
      const end = new AbortController();
      this.#running = { token, end };
      // The rest is kept at the next opening: there was no network, or no room.
      const isFull = await keepLink(token, isOpening, end.signal).then(() => false, isQuotaError);
      await dropOld(isFull ? (await keptCaches()).length - 1 : mostLinks);
    }
  }
}

/** Keeps the page first, and then what it plays, in the order of the slides. */
async function keepLink(token: string, isOpening: boolean, signal: AbortSignal): Promise<void> {
  const kept = await readKept(token);
  if (kept === null) return;
  const cache = await caches.open(cacheOf(token));
  const page = `/p/${token}`;
  const stored = await cache.match(page, { ignoreVary: true });
  const current = isOpening || stored === undefined ? await fetch(page, { cache: 'no-store', signal }) : stored;
  if (!current.ok) return;
  const assets = assetsOf(await current.clone().text());
  const store = new LinkStore(cache, kept.signing === null ? mostGuestBytes : mostLinkBytes, signal);
  for (const file of assets) if (!(await store.keep(file, false))) return;
  // The page of a new build takes the place of the old one when all that it loads is here.
  if (current !== stored) await cache.put(page, current);
  const files = filesOf(kept.presentation);
  // Where the browser saves data, each file is loaded when it is heard or seen.
  if (!savesData()) for (const file of files) await store.keep(file, isOpening);
  await store.deleteAllBut([page, ...assets, ...files]);
}

/** Whether the browser is set to save data. */
const savesData = (): boolean =>
  (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

class LinkStore {
  #bytes = 0;

  constructor(
    private readonly cache: Cache,
    private readonly limit: number,
    private readonly signal: AbortSignal,
  ) {}

  /** Keeps a file within the limits. One that does not come is passed over. @param isAgain also if it is here and may differ @returns whether it is here */
  async keep(url: string, isAgain: boolean): Promise<boolean> {
    const key = fileKey(url);
    const stored = await this.cache.match(key, { ignoreVary: true });
    if (stored !== undefined && (!isAgain || isImmutable(url))) {
      this.#bytes += sizeOf(stored);
      return true;
    }
    const room = Math.min(mostFileBytes, this.limit - this.#bytes);
    const file = await loadFile(url, room, this.signal).catch(() => null);
    this.signal.throwIfAborted();
    if (file === null) return stored !== undefined;
    this.#bytes += sizeOf(file);
    await this.cache.put(key, file);
    return true;
  }

  async deleteAllBut(urls: readonly string[]): Promise<void> {
    const wanted = new Set(urls.map(fileKey));
    for (const { url } of await this.cache.keys()) {
      if (!wanted.has(url) && !isKeptKey(url)) await this.cache.delete(url, { ignoreVary: true });
    }
  }
}

const sizeOf = ({ headers }: Response): number => Number(headers.get('content-length') ?? 0);

const isQuotaError = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/** Deletes links that are too old, too many or too large. @param most links that stay */
export function dropOld(most = mostLinks): Promise<void> {
  return withKeptLock(() => dropMoreThan(most));
}

async function dropMoreThan(most: number): Promise<void> {
  const links = await Promise.all(
    (await keptCaches()).map(async (name) => ({
      name,
      keptAt: (await readCache(name))?.keptAt ?? null,
      bytes: (await (await caches.open(name)).matchAll()).reduce((sum, file) => sum + sizeOf(file), 0),
    })),
  );
  let bytes = 0;
  for (const [index, link] of links.toSorted((a, b) => (b.keptAt ?? 0) - (a.keptAt ?? 0)).entries()) {
    bytes += link.bytes;
    if (link.keptAt === null || index >= most || bytes > mostBytes) await caches.delete(link.name);
  }
}
