import type { Contract, Presentation } from '../story/answers.ts';

/** What a device keeps of a link, beside the files that it names. */
export interface Kept {
  /** The token that counts: other tokens of the link open nothing. */
  readonly token: string;
  /** When the server answered it, in milliseconds since 1970. */
  readonly keptAt: number;
  readonly presentation: Presentation;
  /** On the device of a seller, what can be signed without a network; null on others. */
  readonly signing: Signing | null;
}

/** The contracts of a link, for a browser in which a seller is signed in. */
export interface Signing {
  /** The end of the seller's session by the clock of this device, in milliseconds since 1970. */
  readonly until: number;
  readonly contracts: readonly Contract[];
}

/** The messages of a page to the worker. `keep`: the files of a link, `isOpening` once for each opening of the page. */
export type WorkerRequest =
  | { readonly type: 'keep'; readonly token: string; readonly isOpening: boolean }
  | { readonly type: 'forget'; readonly token: string };

/** How long a link is kept after the server last answered it: 30 days, in milliseconds. */
const lifeMs = 30 * 24 * 60 * 60 * 1_000;

/** Begins the names of the caches. */
const prefix = 'deckcast.link.';

/** Where a cache has its {@link Kept}. Nothing is fetched from there. */
const keptPath = '/offline/kept';

/** Held while a link is written, and while one is deleted: a cache that has just been opened looks like an old one. */
const keptLock = 'deckcast.kept';

/** Names a link in a browser; it opens nothing. */
export function nameOf(token: string): string {
  return token.slice(0, 12);
}

/** The cache of a link, which has all that the link needs. */
export function cacheOf(token: string): string {
  return prefix + nameOf(token);
}

export async function keptCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}

/** What a cache has kept; null for nothing, and for what is too old. */
export async function readCache(cacheName: string): Promise<Kept | null> {
  const found = await caches.match(keptPath, { cacheName });
  const kept = (await found?.json()) as Kept | undefined;
  return kept === undefined || Date.now() - kept.keptAt > lifeMs ? null : kept;
}

export async function readKept(token: string): Promise<Kept | null> {
  const kept = await readCache(cacheOf(token));
  return kept?.token === token ? kept : null;
}

/** Keeps it in place of what was kept of the link before. */
export async function writeKept(kept: Kept): Promise<void> {
  await withKeptLock(async () => {
    const cache = await caches.open(cacheOf(kept.token));
    await cache.put(keptPath, new Response(JSON.stringify(kept)));
  });
}

/** Writes or deletes links while no page and no worker does. */
export async function withKeptLock(work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(keptLock, work);
}

/** What a device has kept of the same link by another token: a link that was cut off, or used up, shares its name. */
export async function keptByOther(token: string): Promise<Kept | null> {
  const kept = await readCache(cacheOf(token));
  return kept?.token === token ? null : kept;
}

/** Deletes what this token has kept, and nothing that another token of the link has. */
export async function deleteKept(token: string): Promise<void> {
  await withKeptLock(async () => {
    const found = await caches.match(keptPath, { cacheName: cacheOf(token) });
    const kept = (await found?.json()) as Kept | undefined;
    if (kept === undefined || kept.token === token) await caches.delete(cacheOf(token));
  });
}

/** Whether a key of a cache names its {@link Kept}, and no file. */
export function isKeptKey(url: string): boolean {
  return new URL(url).pathname === keptPath;
}
