import { Semaphore } from '../../core/index.ts';
import { type Coding, compressed } from './codings.ts';

/** Answers that are compressed at a time. Files, names of hosts and audio share the four threads of libuv's pool. */
const atATime = 2;
/** What is compressed or waits for it, in bytes, for the whole process. */
const mostBytes = 33_554_432;

/** Bytes that every request gets alike, with what they were compressed to. They go with their bytes. */
const lasting = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>();

/** The bytes of a text that is answered again and again: they are compressed once with each coding. */
export function lastingText(text: string): Buffer {
  const bytes = Buffer.from(text);
  lasting.set(bytes, new Map());
  return bytes;
}

/** Whether bytes are those of `lastingText`. */
export function isLasting(bytes: Buffer): boolean {
  return lasting.has(bytes);
}

/** Compresses answers away from the event loop, a few at a time. */
export class Compressor {
  readonly #slots = new Semaphore(atATime);
  #bytes = 0;

  /** @returns null when so much waits already that the answer is better sent as it is */
  async compress(bytes: Buffer, coding: Coding): Promise<Buffer | null> {
    const made = lasting.get(bytes);
    if (made !== undefined) return this.#once(bytes, coding, made);
    if (this.#bytes + bytes.length > mostBytes) return null;
    this.#bytes += bytes.length;
    try {
      return await this.#slots.run(() => compressed(bytes, coding, 'quick'));
    } finally {
      this.#bytes -= bytes.length;
    }
  }

  #once(bytes: Buffer, coding: Coding, made: Map<Coding, Promise<Buffer>>): Promise<Buffer> {
    const known = made.get(coding) ?? this.#slots.run(() => compressed(bytes, coding, 'thorough'));
    made.set(coding, known);
    return known;
  }
}
