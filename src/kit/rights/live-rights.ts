import type { Logger } from 'pino';
import { type Actor, rightsOf } from './actor.ts';
import type { Authenticator } from './authenticator.ts';
import { AppError } from '../core/index.ts';

/** How often rights are looked at while a wake-up may be lost, in milliseconds: an end counts within a second. */
const lookMs = 500;
/** The longest delay of a timer of Node, in milliseconds. */
const longestDelayMs = 2_147_483_647;

/** Ends what a right keeps open. */
type End = (error: AppError) => void;

/** What is open under one credential. */
interface Holding {
  actor: Actor;
  readonly lookAgain: () => Promise<Actor>;
  readonly ends: Set<End>;
  expiry: NodeJS.Timeout | null;
}

/**
 * Ends sockets and streams with the right under which they were opened: when it expires, and within a second of a change
 * of its key, whichever process made it. Credentials that are equal are looked at once. Nothing is read while nothing
 * is open.
 */
export class LiveRights {
  readonly #held = new Map<string | undefined, Holding>();
  #timer: NodeJS.Timeout | null = null;
  #revision: number | null = null;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly log: Logger,
  ) {}

  /**
   * Keeps something open no longer than its right.
   *
   * @param authorization the credential that the actor was authenticated by
   * @param end called once, when the right ends
   * @param lookAgain finds out what the credential gives now; by default the authenticator does
   * @returns what releases it, for when it was closed for another reason
   */
  hold(
    actor: Actor,
    authorization: string | undefined,
    end: End,
    lookAgain = (): Promise<Actor> => this.authenticator.authenticate(authorization),
  ): () => void {
    const holding = this.#held.get(authorization) ?? this.#begin(actor, authorization, lookAgain);
    holding.ends.add(end);
    return () => {
      holding.ends.delete(end);
      if (holding.ends.size === 0) this.#forget(authorization, holding);
    };
  }

  /** Looks at every right at once. Bound: wake-ups call it. */
  readonly look = (): void => void this.#lookAtAll(true);

  async stop(): Promise<void> {
    for (const [authorization, holding] of this.#held) this.#forget(authorization, holding);
  }

  #begin(actor: Actor, authorization: string | undefined, lookAgain: Holding['lookAgain']): Holding {
    const holding: Holding = { actor, lookAgain, ends: new Set(), expiry: null };
    this.#held.set(authorization, holding);
    this.#awaitExpiry(authorization, holding);
    this.#timer ??= setInterval(() => void this.#lookAtAll(false), lookMs).unref();
    // The key may have changed since the actor was authenticated.
    this.#lookAt(authorization, holding).catch(this.#report);
    return holding;
  }

  #awaitExpiry(authorization: string | undefined, holding: Holding): void {
    const { until } = holding.actor;
    if (until === null) return;
    const rest = until.getTime() - Date.now();
    holding.expiry = setTimeout(
      () => {
        if (rest > longestDelayMs) this.#awaitExpiry(authorization, holding);
        else this.#end(authorization, holding);
      },
      Math.min(Math.max(rest, 0), longestDelayMs),
    ).unref();
  }

  /** @param isChanged whether a change is known; otherwise the revision of the keys shows whether there was one */
  async #lookAtAll(isChanged: boolean): Promise<void> {
    if (this.#held.size === 0) return;
    try {
      const revision = await this.authenticator.revision();
      if (!isChanged && revision === this.#revision) return;
      await Promise.all([...this.#held].map(([authorization, holding]) => this.#lookAt(authorization, holding)));
      this.#revision = revision;
    } catch (error) {
      this.#report(error);
    }
  }

  /** The next look tries again. Until then rights count as they were: a lost database must not end every stream. */
  readonly #report = (error: unknown): void => this.log.warn({ error }, 'the rights of open streams could not be read');

  async #lookAt(authorization: string | undefined, holding: Holding): Promise<void> {
    // Nothing changes a token.
    if (holding.actor.kind === 'token' && holding.actor.session === undefined) return;
    try {
      const now = await holding.lookAgain();
      if (rightsOf(now) !== rightsOf(holding.actor)) this.#end(authorization, holding);
      else if (now.until?.getTime() !== holding.actor.until?.getTime()) this.#renew(authorization, holding, now);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAUTHENTICATED') throw error;
      this.#end(authorization, holding);
    }
  }

  /** A change of a key may have moved its end. */
  #renew(authorization: string | undefined, holding: Holding, actor: Actor): void {
    if (this.#held.get(authorization) !== holding) return;
    holding.actor = actor;
    if (holding.expiry !== null) clearTimeout(holding.expiry);
    holding.expiry = null;
    this.#awaitExpiry(authorization, holding);
  }

  #end(authorization: string | undefined, holding: Holding): void {
    this.#forget(authorization, holding);
    for (const end of holding.ends) end(ended);
  }

  #forget(authorization: string | undefined, holding: Holding): void {
    if (holding.expiry !== null) clearTimeout(holding.expiry);
    if (this.#held.get(authorization) === holding) this.#held.delete(authorization);
    if (this.#held.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#revision = null;
  }
}

const ended = new AppError(
  'right_ended',
  'The key of this connection has expired, was revoked or has other rights now.',
);
