import { randomUUID } from 'node:crypto';
import type { Db } from 'pg-boss';
import type { Logger } from 'pino';
import type { Bus, MakeBus } from './bus.ts';

/** A wake-up after a quiet pause goes at once; without quiet the pauses double from the first to the longest, in ms. */
const firstPauseMs = 3;
const longestPauseMs = 24;

/** Longer messages come from other programs. */
const longestMessage = 200;

/** Stands in a message in place of hints, ahead of a text. */
const textSign = '*';

const allHints = ['events', 'deliveries', 'attempts', 'jobs', 'access', 'erased'] as const;

/** What was committed. */
export type Hint = (typeof allHints)[number];

type Listener = () => void;

/**
 * Notifies every process that new events or jobs were committed. A wake-up is a hint and may be
 * lost: listeners also poll from time to time, and always read the tables. Short texts about what no table has go the same
 * way: their sender repeats them.
 */
export class WakeUps {
  readonly #me = randomUUID();
  readonly #listeners: { hint: Hint; listener: Listener }[] = [];
  #bus: Bus | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #waiting = new Set<Hint>();
  readonly #unpublished = new Set<Hint>();
  /** The latest text of each subject for other processes. */
  readonly #pending = new Map<string, string>();
  readonly #subscribers: ((text: string) => void)[] = [];
  #publishing = false;

  constructor(
    /** Null where no other process can share the database. */
    private readonly makeBus: MakeBus | null,
    private readonly log: Logger,
  ) {}

  on(hint: Hint, listener: Listener): void {
    this.#listeners.push({ hint, listener });
  }

  /** Signals that events were committed. Bound, so that a scope can keep it for after its commit. */
  readonly eventsRecorded = (): void => this.#send('events');

  /** Signals that deliveries were committed that are due. */
  readonly deliveriesDue = (): void => this.#send('deliveries');

  /** Signals that attempts were committed. */
  readonly attemptsRecorded = (): void => this.#send('attempts');

  /** Signals that jobs were committed. */
  readonly jobsWaiting = (): void => this.#send('jobs');

  /** Signals that keys were committed that are new, changed or revoked. */
  readonly accessChanged = (): void => this.#send('access');

  /** Signals that data was erased, so that no process keeps a copy in its memory. */
  readonly dataErased = (): void => this.#send('erased');

  /**
   * Sends a short text to all other processes: the latest one of its subject, where the bus is slow. It may be lost.
   *
   * @param text numbers and ids alone, at most 150 characters: the bus is no place for data of a homeowner
   */
  publish(subject: string, text: string): void {
    if (this.#bus === null) return;
    this.#pending.set(subject, text);
    if (!this.#publishing) void this.#publish();
  }

  /** Receives the texts of other processes. They are not trusted, and the listener must not throw. */
  subscribe(listener: (text: string) => void): void {
    this.#subscribers.push(listener);
  }

  async start(queue: Db): Promise<void> {
    this.#bus = this.makeBus?.(queue) ?? null;
    await this.#bus?.open({
      onMessage: (message) => this.#receive(message),
      // While the bus was disconnected, hints were lost in both directions.
      onOpen: () => allHints.forEach((hint) => this.#send(hint)),
    });
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const bus = this.#bus;
    this.#bus = null;
    await bus?.close();
  }

  #send(hint: Hint): void {
    this.#waiting.add(hint);
    if (this.#timer !== null) return;
    this.#pause(firstPauseMs);
    setImmediate(() => this.#flush());
  }

  #pause(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#waiting.size === 0) return;
      this.#pause(Math.min(milliseconds * 2, longestPauseMs));
      this.#flush();
    }, milliseconds);
  }

  #flush(): void {
    const hints = [...this.#waiting];
    this.#waiting.clear();
    this.#notify(hints);
    for (const hint of hints) this.#unpublished.add(hint);
    if (!this.#publishing) void this.#publish();
  }

  /** One message at a time: while the bus is slow, hints gather for the next message instead of queueing up. */
  async #publish(): Promise<void> {
    this.#publishing = true;
    for (let said = this.#next(); this.#bus !== null && said !== null; said = this.#next()) {
      try {
        await this.#bus.publish(`${this.#me} ${said}`);
      } catch (error) {
        this.log.warn({ error }, 'other processes were not woken; they will look by themselves');
      }
    }
    this.#publishing = false;
  }

  /** All hints at once, then one text after the other; null when everything is sent. */
  #next(): string | null {
    const hints = [...this.#unpublished].join(',');
    this.#unpublished.clear();
    if (hints !== '') return hints;
    for (const [subject, text] of this.#pending) {
      this.#pending.delete(subject);
      return `${textSign} ${text}`;
    }
    return null;
  }

  /** Messages of a bus are not trusted: unknown hints have no listener. */
  #receive(message: string): void {
    if (message.length > longestMessage) return;
    const [sender, hints = '', ...words] = message.split(' ');
    if (sender === this.#me) return;
    if (hints === textSign) for (const subscribe of this.#subscribers) subscribe(words.join(' '));
    else this.#notify(hints.split(','));
  }

  #notify(hints: readonly string[]): void {
    for (const { hint, listener } of this.#listeners) if (hints.includes(hint)) listener();
  }
}
