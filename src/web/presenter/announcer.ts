import type { Session } from '../session/session.ts';
import type { Position, Schemas } from '../story/answers.ts';
import { randomId } from '../story/random-id.ts';

/** What became of the last position. */
export type Outcome = 'taken' | 'other' | 'forbidden' | 'signed out' | 'lost';

/** Least time between two positions, how often one is repeated, and how long an answer may take, in milliseconds. */
const pauseMs = 60;
const repeatMs = 2_000;
const idleTimeoutMs = 3_000;

const outcomes: Readonly<Record<number, Outcome>> = { 200: 'taken', 401: 'signed out', 403: 'forbidden', 409: 'other' };

/**
 * Sends the position of the presenter to the server: at once, one after the other, and the latest alone where there are
 * many.
 */
export class Announcer {
  readonly #presenterId = randomId();
  #sequence = 0;
  #sentAt = -Infinity;
  #isWanted = false;
  #isBusy = false;
  #isTakeover = false;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(
    private readonly presentationId: string,
    private readonly session: Session,
    private readonly position: () => Omit<Position, 'isPresenting'>,
    private readonly onOutcome: (outcome: Outcome) => void,
  ) {}

  /** @param isTakeover whether to lead in place of somebody else */
  begin(isTakeover: boolean): void {
    this.#isTakeover = isTakeover;
    this.#timer ??= setInterval(() => this.announce(), repeatMs);
    this.announce();
  }

  /** Sends the current position, if this window presents. */
  announce(): void {
    if (this.#timer === null) return;
    this.#isWanted = true;
    if (!this.#isBusy) void this.#run();
  }

  /** The pages go on by themselves. It is sent even while this page is being closed. */
  end(): void {
    this.pause();
    void this.#send({ isFinal: true }, true);
  }

  /** Sends nothing more. */
  pause(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#isWanted = false;
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    while (this.#isWanted) {
      const rest = this.#sentAt + pauseMs - performance.now();
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      if (!this.#isWanted) break;
      this.#isWanted = false;
      const isTakeover = this.#isTakeover;
      const outcome = await this.#send({ isTakeover });
      if (outcome === 'taken') this.#isTakeover = false;
      if (outcome !== 'taken' && outcome !== 'lost') this.pause();
      this.onOutcome(outcome);
    }
    this.#isBusy = false;
  }

  async #send(
    more: Pick<Schemas['SetPresenterPositionInput'], 'isTakeover' | 'isFinal'>,
    keepalive = false,
  ): Promise<Outcome> {
    this.#sentAt = performance.now();
    this.#sequence += 1;
    const body = { ...this.position(), presenterId: this.#presenterId, sequence: this.#sequence, ...more };
    const response = await fetch(`/api/presentations/${this.presentationId}/presenter-position`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...this.session.headers },
      body: JSON.stringify(body),
      keepalive,
      ...(keepalive ? {} : { signal: AbortSignal.timeout(idleTimeoutMs) }),
    }).catch(() => null);
    return outcomes[response?.status ?? 0] ?? 'lost';
  }
}
