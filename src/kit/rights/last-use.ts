import type { Logger } from 'pino';

/** How often the last use of one key is written, in milliseconds. */
const writeIntervalMs = 60_000;
/** How long uses of several keys are gathered for one statement, in milliseconds. */
const gatherMs = 500;

/** Writes when each key was last used, by key id. */
export type WriteUses = (uses: ReadonlyMap<string, Date>) => Promise<void>;

/** Notes when keys are used, and writes it at most once a minute for each of them. */
export class LastUse {
  readonly #writtenAt = new Map<string, number>();
  #noted = new Map<string, Date>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly write: WriteUses,
    private readonly log: Logger,
  ) {}

  note(keyId: string, at: Date): void {
    if (at.getTime() - (this.#writtenAt.get(keyId) ?? 0) < writeIntervalMs) return;
    this.#writtenAt.set(keyId, at.getTime());
    this.#noted.set(keyId, at);
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  /** Writes what is noted, and ends. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#flush();
    await this.#writing;
  }

  #flush(): void {
    this.#timer = null;
    const uses = this.#noted;
    this.#noted = new Map();
    if (uses.size > 0) this.#writing = this.#writing.then(() => this.#put(uses));
  }

  /** Uses that could not be written are noted again at the next use of their keys. */
  async #put(uses: ReadonlyMap<string, Date>): Promise<void> {
    try {
      await this.write(uses);
    } catch (error) {
      for (const keyId of uses.keys()) this.#writtenAt.delete(keyId);
      this.log.warn({ error, keys: uses.size }, 'the last use of keys could not be written');
    }
  }
}
