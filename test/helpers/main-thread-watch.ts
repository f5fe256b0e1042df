import { heldMemory } from './held-heap.ts';
import { spentMs, timed } from './thread-time.ts';

/** How often the thread is looked at, and how often somebody would ask it whose wait is told, in milliseconds. */
const everyMs = 10;
/** Memory that grows by more than this, in bytes, may be garbage: it is collected before it counts. */
const suspectBytes = 50_000_000;
/** Time of the work between two collections, as a multiple of the former one: they must not slow it down by much. */
const pauseShare = 20;

/**
 * What the main thread does for a time: how long it keeps others waiting, and what it holds. Its own time of the
 * processor is counted, so that a pause which others on the machine make is none. What a stall takes and frees again
 * before it ends is not seen.
 */
export class MainThreadWatch {
  /** What the process held after its last collection; a collection takes so long that a server counts as overloaded. */
  static #heldBytes = Infinity;
  readonly #stallsMs: number[] = [];
  readonly #firstBytes = MainThreadWatch.#bytesAtStart();
  readonly #timer = setInterval(() => this.#look(), everyMs);
  #mostBytes = this.#firstBytes;
  #collectAtMs = 0;
  #lookedAtMs = spentMs();

  static #bytesAtStart(): number {
    if (usedMemory() > this.#heldBytes + suspectBytes || usedMemory() < this.#heldBytes) this.#heldBytes = heldMemory();
    return this.#heldBytes;
  }

  /** @returns how long each of many questions, one every 10 ms, would have waited; and by what memory grew at most */
  end(): { waitsMs: readonly number[]; grownBytes: number } {
    clearInterval(this.#timer);
    this.#look();
    if (this.#isSuspect()) this.#collect();
    return { waitsMs: this.#stallsMs.flatMap(waitsIn), grownBytes: this.#mostBytes - this.#firstBytes };
  }

  #look(): void {
    this.#stallsMs.push(spentMs() - this.#lookedAtMs);
    if (this.#isSuspect() && spentMs() >= this.#collectAtMs) this.#collect();
    // The collection is no work of the server.
    this.#lookedAtMs = spentMs();
  }

  #isSuspect(): boolean {
    return usedMemory() > Math.max(this.#firstBytes + suspectBytes, this.#mostBytes);
  }

  #collect(): void {
    const { result, tookMs } = timed(heldMemory);
    MainThreadWatch.#heldBytes = result;
    this.#mostBytes = Math.max(this.#mostBytes, result);
    this.#collectAtMs = spentMs() + pauseShare * tookMs;
  }
}

/** Heap and buffers in use, garbage included. */
function usedMemory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Whoever asks in the middle of a stall waits for the rest of it. */
function waitsIn(stallMs: number): number[] {
  const asked = Math.max(1, Math.ceil(stallMs / everyMs));
  return Array.from({ length: asked }, (_, before) => stallMs - before * everyMs);
}
