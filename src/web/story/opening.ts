import type { Presentation } from './answers.ts';
import { GuestApi } from './api.ts';

/** What the page has once its link is open. */
export interface Opened {
  readonly api: GuestApi;
  readonly presentation: Presentation;
  /** Names the link in this browser; it opens nothing. */
  readonly name: string;
  /** Whether this is a visit, and no reload. */
  readonly isVisit: boolean;
}

const openedKey = 'deckcast.opened';

/**
 * Opens the link of the address. The first visit of a one-time link gives another token: it goes into the address, so that
 * this tab and its history go on.
 */
export async function openLink(): Promise<Opened> {
  let token = location.pathname.slice('/p/'.length);
  const isVisit = read(() => sessionStorage, openedKey) !== token;
  if (isVisit) {
    const next = await new GuestApi(token).visit();
    if (next !== null) {
      token = next;
      history.replaceState(null, '', `/p/${token}`);
    }
    write(() => sessionStorage, openedKey, token);
  }
  const api = new GuestApi(token);
  return { api, presentation: await api.presentation(), name: token.slice(0, 12), isVisit };
}

/** Where the homeowner was, and how they like to listen. */
export interface Memory {
  readonly slideId: string;
  readonly at: number;
  readonly speed: number;
  readonly hasCaptions: boolean;
  readonly hasKeys: boolean;
}

/** Reads where this link was left in this browser. */
export function recall(name: string): Partial<Memory> {
  const text = read(() => localStorage, `deckcast.${name}`);
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Partial<Memory>;
  } catch {
    return {};
  }
}

/** Remembers it for the next time. */
export function remember(name: string, memory: Memory): void {
  write(() => localStorage, `deckcast.${name}`, JSON.stringify(memory));
}

/** Reads from a storage. A browser may forbid it: the page works without a memory. */
export function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Writes to a storage, where the browser lets it. */
export function write(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // Nothing is remembered.
  }
}
