import { type GuestApi, isAway, isGone } from '../story/api.ts';
import { readJson, write } from '../story/memory.ts';
import { replaces, send, type Taken, type Waiting } from './choices.ts';

/** Most choices that wait. */
const most = 50;

/** What becomes of choices that waited. */
export interface OutboxEvents {
  readonly onChange: (all: readonly Waiting[]) => void;
  readonly onTaken: (taken: Taken) => void;
  readonly onRefused: () => void;
}

/**
 * The choices of a link that wait for a network, oldest first, and those that were refused until somebody has read it. All
 * tabs of the link share them.
 */
export class Outbox {
  events: OutboxEvents = { onChange: () => {}, onTaken: () => {}, onRefused: () => {} };
  readonly #key: string;
  /** What the server has decided: the browser may have no room to keep that, and nothing is sent again for it. */
  readonly #refused = new Set<string>();
  readonly #taken = new Set<string>();

  constructor(name: string) {
    this.#key = `deckcast.outbox.${name}`;
  }

  read(): readonly Waiting[] {
    return this.#stored()
      .filter(({ key }) => !this.#taken.has(key))
      .map((one) => (this.#refused.has(one.key) ? { ...one, isRefused: true } : one));
  }

  #stored(): readonly Waiting[] {
    return (readJson(() => localStorage, this.#key) ?? []) as Waiting[];
  }

  /** Keeps a choice; it takes the place of one for the same thing. @returns whether the browser has kept it */
  add(waiting: Waiting): boolean {
    const others = this.read().filter(({ choice }) => !replaces(waiting.choice, choice));
    if (others.length >= most) return false;
    this.#write([...others, waiting]);
    return this.read().some(({ key }) => key === waiting.key);
  }

  /** Takes back a choice, once nothing is being sent. @returns whether it was still there: it was sent otherwise */
  async withdraw(key: string): Promise<boolean> {
    return navigator.locks.request(this.#key, () => {
      const wasThere = this.read().some((one) => one.key === key);
      this.#remove(key);
      return wasThere;
    });
  }

  /** Follows what other tabs keep and send. @returns what ends this */
  follow(): () => void {
    const refresh = ({ key }: StorageEvent): void => {
      if (key === this.#key) this.events.onChange(this.read());
    };
    addEventListener('storage', refresh);
    return () => removeEventListener('storage', refresh);
  }

  /** Sends all that waits, in order, from one tab at a time. What gets no answer is sent again with the same key. */
  async flush(api: GuestApi): Promise<void> {
    await navigator.locks.request(this.#key, { ifAvailable: true }, async (lock) => {
      // Keep flushing the outbox after a rate-limited question: the limit of an hour applies to questions alone.
      const held = new Set<string>();
      const next = (): Waiting | undefined =>
        this.read().find(({ key, isRefused }) => isRefused !== true && !held.has(key));
      for (let one = lock === null ? undefined : next(); one !== undefined; one = next()) {
        if (await this.#isSettled(api, one)) continue;
        if (one.choice.kind !== 'question') return;
        held.add(one.key);
      }
    });
  }

  async #isSettled(api: GuestApi, waiting: Waiting): Promise<boolean> {
    try {
      const taken = await send(api, waiting);
      this.#remove(waiting.key);
      this.events.onTaken(taken);
    } catch (error) {
      // An invalid token deletes nothing: the choices stay, for another token of the link or for the person who reads
      // them.
      if (isAway(error) || isGone(error)) return false;
      this.#refused.add(waiting.key);
      this.#write(this.read());
      this.events.onRefused();
    }
    return true;
  }

  /** Deletes all of it, refused or not. */
  clear(): void {
    this.#write([]);
  }

  #remove(key: string): void {
    this.#taken.add(key);
    this.#write(this.read());
  }

  #write(waiting: readonly Waiting[]): void {
    write(() => localStorage, this.#key, JSON.stringify(waiting));
    this.events.onChange(this.read());
  }
}
