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
  readonly #stallsMs: number[] = [];
  readonly #firstBytes = heldMemory();
  readonly #timer = setInterval(() => this.#look(), everyMs);
  #mostBytes = this.#firstBytes;
  #collectAtMs = 0;
  #lookedAtMs = spentMs();

  /** @returns how long each of many questions, one every 10 ms, would have waited; and by what memory grew at most */
  end(): { waitsMs: readonly number[]; grownBytes: number } {
    clearInterval(this.#timer);
    this.#look();
    this.#mostBytes = Math.max(this.#mostBytes, heldMemory());
    return { waitsMs: this.#stallsMs.flatMap(waitsIn), grownBytes: this.#mostBytes - this.#firstBytes };
  }

  #look(): void {
    this.#stallsMs.push(spentMs() - this.#lookedAtMs);
    const { heapUsed, external } = process.memoryUsage();
    const isSuspect = heapUsed + external > Math.max(this.#firstBytes + suspectBytes, this.#mostBytes);
    if (isSuspect && spentMs() >= this.#collectAtMs) this.#collect();
    // The collection is no work of the server.
    this.#lookedAtMs = spentMs();
  }

  #collect(): void {
    const { result, tookMs } = timed(heldMemory);
    this.#mostBytes = Math.max(this.#mostBytes, result);
    this.#collectAtMs = spentMs() + pauseShare * tookMs;
  }
}

/** Whoever asks in the middle of a stall waits for the rest of it. */
function waitsIn(stallMs: number): number[] {
  const asked = Math.max(1, Math.ceil(stallMs / everyMs));
  return Array.from({ length: asked }, (_, before) => stallMs - before * everyMs);
}
