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
  return (readJson(() => localStorage, `deckcast.${name}`) ?? {}) as Partial<Memory>;
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

/** Reads JSON that this page has written; null for nothing, and for what is no JSON. */
export function readJson(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(read(storage, key) ?? 'null');
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
