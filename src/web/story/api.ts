import type { TierKey, Lead, Presentation, Contract, FaqMatch, WatchReport, Signature } from './answers.ts';
import { within } from './within.ts';

/** How long the server may be silent, in milliseconds: in a stream it shows every 15 seconds that it is there. */
const answerMs = 20_000;
const streamMs = 40_000;

/** A refusal; its status is 0 when no answer came, or not all of it. */
export class Refusal extends Error {
  constructor(readonly status: number) {
    super(`The server answered ${status}`);
  }
}

/** Whether the link no longer opens its presentation. */
export function isGone(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 401 || error.status === 404);
}

/** Whether the same request may be taken later: no answer came, or the server has no time for it. */
export function isAway(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** What the API tells of each request. */
export interface ApiEvents {
  /** @param isReached whether an answer came */
  readonly onReach: (isReached: boolean) => void;
  /** The link is revoked, or has expired. */
  readonly onGone: () => void;
}

/** A request of the API. */
interface Sent {
  readonly body?: object;
  readonly signal?: AbortSignal;
  /** Whether it is sent even while the page is being closed. */
  readonly keepalive?: boolean;
  /** A change with a key is made once, however often it is sent. */
  readonly key?: string;
  /** How long the server may be silent, in milliseconds. */
  readonly silentMs?: number;
}

/** The public API, as a link opens it. */
export class GuestApi {
  events: ApiEvents = { onReach: () => {}, onGone: () => {} };

  /** The presentation that counts, and when it was asked for. */
  #newest: { readonly presentation: Presentation; readonly at: number } | null = null;

  constructor(private readonly token: string) {}

  /** Counts an opening. @returns the token that counts from now on; null while it is the same */
  async visit(): Promise<string | null> {
    const { visit } = await this.#json<{ visit: { token: string | null } }>('POST', '/api/guest/visits');
    return visit.token;
  }

  async presentation(): Promise<Presentation> {
    return this.#presentation('GET', '/api/guest/presentation');
  }

  async selectTier(slideId: string, tier: TierKey, key: string): Promise<Presentation> {
    return this.#presentation('PUT', '/api/guest/tier', { body: { slideId, tier }, key });
  }

  /** Finds the FAQs that answer what was typed, best first. */
  async findFaqs(text: string, signal: AbortSignal): Promise<FaqMatch[]> {
    const sent = { body: { text }, signal };
    return (await this.#json<{ matches: FaqMatch[] }>('POST', '/api/guest/faqs/search', sent)).matches;
  }

  /** @param addOns the keys of all that are selected */
  async selectAddOns(slideId: string, addOns: readonly string[], key: string): Promise<Presentation> {
    return this.#presentation('PUT', '/api/guest/add-ons', { body: { slideId, addOns }, key });
  }

  /** Sends a question to the seller. */
  async ask(question: string, slideId: string | null, key: string): Promise<void> {
    await this.#json('POST', '/api/guest/questions', { body: { question, slideId }, key });
  }

  /** Tells what was watched. It is sent even while the page is being closed. */
  async report(watched: WatchReport): Promise<void> {
    await this.#json('POST', '/api/guest/watching', { body: watched, keepalive: true });
  }

  async contracts(): Promise<Contract[]> {
    return (await this.#json<{ contracts: Contract[] }>('GET', '/api/guest/contracts')).contracts;
  }

  async sign(contractId: string, signature: Signature, key: string): Promise<Contract> {
    const path = `/api/guest/contracts/${contractId}/sign`;
    const body = { ...signature, consent: true };
    return (await this.#json<{ contract: Contract }>('POST', path, { body, key })).contract;
  }

  /** Declines a contract. @param reason empty for none */
  async decline(contractId: string, reason: string): Promise<Contract> {
    const path = `/api/guest/contracts/${contractId}/decline`;
    return (await this.#json<{ contract: Contract }>('POST', path, { body: { reason } })).contract;
  }

  /** Cancels a signed contract. */
  async rescind(contractId: string): Promise<Contract> {
    const path = `/api/guest/contracts/${contractId}/rescind`;
    return (await this.#json<{ contract: Contract }>('POST', path)).contract;
  }

  /** Follows the presentation, and its presenter, until the signal or the server ends it. */
  async follow(
    show: (presentation: Presentation) => void,
    lead: (lead: Lead) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const path = '/api/guest/presentation/stream?lead=true';
    await this.#ask('GET', path, { signal, silentMs: streamMs }, async (response, onHeard) => {
      const hear = (): void => {
        onHeard();
        this.events.onReach(true);
      };
      await readEvents(response, hear, (data) => {
        const state = JSON.parse(data) as Presentation | Lead | null;
        if (state !== null && 'isLed' in state) lead(state);
        else if (state !== null && Array.isArray(state.slides)) show(this.#newer(state, performance.now()));
      });
    });
  }

  async #presentation(method: string, path: string, sent?: Sent): Promise<Presentation> {
    const at = performance.now();
    return this.#newer((await this.#json<{ presentation: Presentation }>(method, path, sent)).presentation, at);
  }

  /** Answers and streams overtake each other, and contracts change without a new version: of two, the one asked for later counts. */
  #newer(presentation: Presentation, at: number): Presentation {
    const { version } = presentation;
    const newest = this.#newest;
    const isLate = newest !== null && (newest.presentation.version - version || newest.at - at) > 0;
    if (!isLate) this.#newest = { presentation, at };
    return isLate ? newest.presentation : presentation;
  }

  async #json<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
    const take = async (response: Response): Promise<T> =>
      (response.status === 204 ? null : response.json()) as Promise<T>;
    const answer = await this.#ask(method, path, sent, take);
    this.events.onReach(true);
    return answer;
  }

  /** @throws Refusal, also for an answer that is cut off, or that cannot be read: it is not the server's */
  async #ask<T>(
    method: string,
    path: string,
    { body, signal, keepalive = false, key, silentMs = answerMs }: Sent,
    take: (response: Response, onHeard: () => void) => Promise<T>,
  ): Promise<T> {
    const headers = {
      Authorization: `Link ${this.token}`,
      'Content-Type': 'application/json',
      ...(key !== undefined && { 'Idempotency-Key': key }),
    };
    const init = {
      method,
      headers,
      keepalive,
      cache: 'no-store',
      ...(body && { body: JSON.stringify(body) }),
    } as const;
    try {
      return await within(silentMs, signal, async (ended, onHeard) => {
        const response = await fetch(path, { ...init, signal: ended });
        onHeard();
        if (!response.ok) throw new Refusal(response.status);
        return take(response, onHeard);
      });
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(0);
      if (signal?.aborted !== true) this.events.onReach(refusal.status !== 0);
      if (refusal.status === 401) this.events.onGone();
      throw refusal;
    }
  }
}

/** Reads what a stream sends. One that is cut off has ended: whether the server can be reached shows at the next request. */
async function readEvents(response: Response, onHeard: () => void, take: (data: string) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let unread = '';
  for (;;) {
    const { value, done } = (await reader?.read().catch(() => undefined)) ?? { done: true };
    if (done) return;
    onHeard();
    const events = (unread + value).split(/\r?\n\r?\n/);
    unread = events.pop() ?? '';
    for (const event of events) {
      const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []));
      if (data.length > 0) take(data.join('\n'));
    }
  }
}
