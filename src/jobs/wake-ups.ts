import { randomUUID } from 'node:crypto';
import type { Db } from 'pg-boss';
import type { Logger } from 'pino';

const channel = 'deckcast_wake_up';

/** At most one wake-up goes out in this many milliseconds; the first after a pause goes at once. */
const coalesceMs = 3;

/** What was committed. */
export type Hint = 'events' | 'attempts' | 'jobs';

type Listener = () => void;

/**
 * Tells every process that something was committed: new events, or jobs that wait. A wake-up is a hint and may be
 * lost; whoever listens also looks by itself from time to time, and always reads the truth from the tables.
 *
 * Sent after the commit on a connection of the queue's own, never inside a use case's transaction: NOTIFY takes a
 * global lock at commit, and would line up all writers behind each other.
 */
export class WakeUps {
  readonly #me = randomUUID();
  readonly #listeners: { hint: Hint; listener: Listener }[] = [];
  #db: Db | null = null;
  #handle: Awaited<ReturnType<NonNullable<Db['listen']>>> | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #waiting = new Set<Hint>();

  constructor(
    /** Whether other processes can share the database, and so have to be told. */
    private readonly shared: boolean,
    private readonly log: Logger,
  ) {}

  on(hint: Hint, listener: Listener): void {
    this.#listeners.push({ hint, listener });
  }

  /** Says that events were committed. Bound, so that a scope can keep it for after its commit. */
  readonly eventsRecorded = (): void => this.#send('events');

  /** Says that attempts were committed. */
  readonly attemptsRecorded = (): void => this.#send('attempts');

  /** Says that jobs were committed. */
  readonly jobsWaiting = (): void => this.#send('jobs');

  async start(db: Db): Promise<void> {
    this.#db = db;
    if (!this.shared) return;
    const onReconnect = (): void => this.#tell(['events', 'attempts', 'jobs']);
    this.#handle = (await db.listen?.(channel, (payload) => this.#receive(payload), onReconnect)) ?? null;
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#db = null;
    await this.#handle?.close();
  }

  #send(hint: Hint): void {
    this.#waiting.add(hint);
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => this.#resume(), coalesceMs);
    setImmediate(() => this.#flush());
  }

  #resume(): void {
    this.#timer = null;
    if (this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => this.#resume(), coalesceMs);
    this.#flush();
  }

  #flush(): void {
    const hints = [...this.#waiting];
    this.#waiting.clear();
    this.#tell(hints);
    if (!this.shared || this.#db === null) return;
    this.#db
      .executeSql('select pg_notify($1, $2)', [channel, `${this.#me} ${hints.join(',')}`])
      .catch((error: unknown) =>
        this.log.warn({ error }, 'other processes were not woken; they will look by themselves'),
      );
  }

  #receive(payload: string): void {
    const [sender, hints = ''] = payload.split(' ');
    if (sender !== this.#me) this.#tell(hints.split(','));
  }

  #tell(hints: readonly string[]): void {
    for (const { hint, listener } of this.#listeners) if (hints.includes(hint)) listener();
  }
}
