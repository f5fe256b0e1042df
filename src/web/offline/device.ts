import type { Kept, Signing, WorkerRequest } from '../worker/kept.ts';
import { deleteKept, keptByOther, nameOf, readKept, writeKept } from '../worker/kept.ts';
// Vite makes the default export: the URL of the built worker.
// oxlint-disable-next-line import/default
import workerUrl from '../worker/offline-worker.ts?worker&url';
import type { Contract, Schemas } from '../story/answers.ts';
import { Outbox } from './outbox.ts';

interface Policy {
  createScriptURL(url: string): string;
}

interface Policies {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy;
}

/**
 * Whether this page keeps what it shows. A page in a frame does not: its storage belongs to the page around it, which does not
 * open without a network either. Over plain HTTP browsers have no workers.
 */
export const isKeeping = 'serviceWorker' in navigator && 'caches' in globalThis && window.parent === window;

let policy: Policy | undefined;
let registered: Promise<ServiceWorkerRegistration> | null = null;

/** Starts the worker. Its URL is the only one that the policy of the page lets be used; a page makes that policy once. */
function register(): Promise<ServiceWorkerRegistration> {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy('deckcast-worker', { createScriptURL: () => workerUrl });
  return navigator.serviceWorker.register(policy?.createScriptURL('') ?? workerUrl, {
    scope: '/p/',
    updateViaCache: 'none',
  });
}

async function ask(request: WorkerRequest): Promise<void> {
  registered ??= register();
  try {
    await registered;
  } catch (error) {
    // The next request starts it again.
    registered = null;
    throw error;
  }
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(request);
}

/** What this device has kept for a token; null where it keeps nothing. */
export async function keptFor(token: string): Promise<Kept | null> {
  return isKeeping ? readKept(token).catch(() => null) : null;
}

/** Keeps what is shown, and lets the worker load its files. @param isOpening once for each opening of the page */
export async function keep(kept: Kept, isOpening: boolean): Promise<void> {
  await writeKept(kept);
  await ask({ type: 'keep', token: kept.token, isOpening });
}

/**
 * Requests from the browser that it does not delete the stored choices by itself: some do so for want of room, or after
 * days without a visit.
 */
export function keepLonger(): void {
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  storage?.persist?.().catch(() => undefined);
}

/** The whole token of the same link that this device has kept, where the token given is another one; null without one. */
export async function otherToken(token: string): Promise<string | null> {
  const kept = isKeeping ? await keptByOther(token).catch(() => null) : null;
  return kept?.token ?? null;
}

/**
 * Deletes what this device has of a link, but for choices that wait: who made them decides about those. Called when the
 * server has said that this whole token was right and that its link has ended, and never after another refusal.
 */
export async function forget(token: string): Promise<void> {
  const name = nameOf(token);
  const outbox = new Outbox(name);
  const keys = [name, `engagement.${name}`, ...(outbox.read().length === 0 ? [`outbox.${name}`] : [])];
  try {
    for (const key of keys) localStorage.removeItem(`deckcast.${key}`);
    sessionStorage.removeItem('deckcast.opened');
  } catch {
    // The browser forbids storage: there is nothing to delete.
  }
  if (!isKeeping) return;
  const end = async (): Promise<void> => {
    await deleteKept(token);
    // The worker may still be loading files of the link.
    if (navigator.serviceWorker.controller !== null) await ask({ type: 'forget', token });
  };
  // Where the browser forbids it, nothing is kept either.
  await end().catch(() => undefined);
}

/** What may be signed without a network where a seller is signed in; null elsewhere. */
export async function readSigning(contracts: readonly Contract[]): Promise<Signing | null> {
  // The page has a flag for a session of the browser: others send no request for one.
  if (document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content !== 'yes') return null;
  const response = await fetch('/api/session', { cache: 'no-store' });
  if (!response.ok) return null;
  const { session } = (await response.json()) as { session: Schemas['Session'] };
  if (session.csrfToken === null || session.expiresAt === null) return null;
  // By the clock of this device, which need not be that of the server.
  const serverNow = Date.parse(response.headers.get('Date') ?? '');
  const ahead = Number.isNaN(serverNow) ? 0 : Date.now() - serverNow;
  return { until: Date.parse(session.expiresAt) + ahead, contracts };
}
