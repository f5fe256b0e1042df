import type { Logger } from 'pino';

/** Kinds that are counted by themselves at a time; further ones share one. */
const mostKinds = 1_000;
const others = 'others';

interface Repeated {
  readonly sentence: string;
  readonly fields: object;
  readonly count: number;
}

/**
 * Logs the first fault of a kind at once, and counts further ones: at the end of each minute one line has their number and
 * what the last of them was. A kind that rests for a minute is new again.
 */
export class RepeatedFaults {
  readonly #kinds = new Map<string, Repeated>();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly log: Logger,
    private readonly everyMs = 60_000,
  ) {}

  /** @param kind what makes two faults with one sentence the same, such as the receiver and the reason */
  note(kind: string, fields: object, sentence: string): void {
    const name = `${sentence} ${kind}`;
    const key = this.#kinds.size < mostKinds || this.#kinds.has(name) ? name : others;
    const known = this.#kinds.get(key);
    if (known === undefined) {
      this.#kinds.set(key, { fields, sentence, count: 0 });
      this.log.warn(fields, sentence);
    } else {
      this.#kinds.set(key, { fields, sentence, count: known.count + 1 });
    }
    this.#timer ??= setTimeout(() => this.#logMinute(), this.everyMs).unref();
  }

  /** Logs what is counted, as the process stops. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#logCounts();
    this.#kinds.clear();
  }

  #logMinute(): void {
    this.#logCounts();
    for (const [kind, repeated] of this.#kinds) {
      if (repeated.count === 0) this.#kinds.delete(kind);
      else this.#kinds.set(kind, { ...repeated, count: 0 });
    }
    this.#timer = this.#kinds.size === 0 ? null : setTimeout(() => this.#logMinute(), this.everyMs).unref();
  }

  #logCounts(): void {
    for (const { fields, sentence, count } of this.#kinds.values()) {
      if (count > 0) this.log.warn({ ...fields, repeated: count }, sentence);
    }
  }
}
