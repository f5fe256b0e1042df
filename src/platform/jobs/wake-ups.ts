import { randomUUID } from 'node:crypto';
import type { Db } from 'pg-boss';
import type { Logger } from 'pino';
import type { Bus, MakeBus } from './bus.ts';

/** A wake-up after a quiet pause goes at once; without quiet the pauses double from the first to the longest, in ms. */
const firstPauseMs = 3;
const longestPauseMs = 24;

/** Longer messages come from other programs. */
const longestMessage = 100;

const allHints = ['events', 'deliveries', 'attempts', 'jobs', 'access', 'erased'] as const;

/** What was committed. */
export type Hint = (typeof allHints)[number];

type Listener = () => void;

/**
 * Notifies every process that new events or jobs were committed. A wake-up is a hint and may be
 * lost: listeners also poll from time to time, and always read the tables.
 */
export class WakeUps {
  readonly #me = randomUUID();
  readonly #listeners: { hint: Hint; listener: Listener }[] = [];
  #bus: Bus | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #waiting = new Set<Hint>();
  readonly #unpublished = new Set<Hint>();
  #publishing = false;

  constructor(
    /** Null where no other process can share the database. */
    private readonly makeBus: MakeBus | null,
    private readonly log: Logger,
  ) {}

  on(hint: Hint, listener: Listener): void {
    this.#listeners.push({ hint, listener });
  }

  /** Says that events were committed. Bound, so that a scope can keep it for after its commit. */
  readonly eventsRecorded = (): void => this.#send('events');

  /** Says that deliveries were committed that are due. */
  readonly deliveriesDue = (): void => this.#send('deliveries');

  /** Says that attempts were committed. */
  readonly attemptsRecorded = (): void => this.#send('attempts');

  /** Says that jobs were committed. */
  readonly jobsWaiting = (): void => this.#send('jobs');

  /** Says that keys were committed that are new, changed or revoked. */
  readonly accessChanged = (): void => this.#send('access');

  /** Says that data was erased, so that no process keeps a copy in its memory. */
  readonly dataErased = (): void => this.#send('erased');

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
    while (this.#bus !== null && this.#unpublished.size > 0) {
      const message = `${this.#me} ${[...this.#unpublished].join(',')}`;
      this.#unpublished.clear();
      try {
        await this.#bus.publish(message);
      } catch (error) {
        this.log.warn({ error }, 'other processes were not woken; they will look by themselves');
      }
    }
    this.#publishing = false;
  }

  /** Messages of a bus are not trusted: unknown hints have no listener. */
  #receive(message: string): void {
    if (message.length > longestMessage) return;
    const [sender, hints = ''] = message.split(' ');
    if (sender !== this.#me) this.#notify(hints.split(','));
  }

  #notify(hints: readonly string[]): void {
    for (const { hint, listener } of this.#listeners) if (hints.includes(hint)) listener();
  }
}
