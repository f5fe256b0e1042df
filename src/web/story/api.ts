import type { TierKey, Lead, Presentation, Contract, FaqMatch, WatchReport, Signature } from './answers.ts';

/** A refusal; its status is 0 when no answer came. */
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
}

/** The public API, as a link opens it. */
export class GuestApi {
  events: ApiEvents = { onReach: () => {}, onGone: () => {} };

  constructor(private readonly token: string) {}

  /** Counts an opening. @returns the token that counts from now on; null while it is the same */
  async visit(): Promise<string | null> {
    const { visit } = await this.#json<{ visit: { token: string | null } }>('POST', '/api/guest/visits');
    return visit.token;
  }

  async presentation(): Promise<Presentation> {
    return (await this.#json<{ presentation: Presentation }>('GET', '/api/guest/presentation')).presentation;
  }

  async selectTier(slideId: string, tier: TierKey, key: string): Promise<Presentation> {
    const sent = { body: { slideId, tier }, key };
    return (await this.#json<{ presentation: Presentation }>('PUT', '/api/guest/tier', sent)).presentation;
  }

  /** Finds the FAQs that answer what was typed, best first. */
  async findFaqs(text: string, signal: AbortSignal): Promise<FaqMatch[]> {
    const answer = await this.#answer('POST', '/api/guest/faqs/search', { body: { text }, signal });
    return ((await answer.json()) as { matches: FaqMatch[] }).matches;
  }

  /** @param addOns the keys of all that are selected */
  async selectAddOns(slideId: string, addOns: readonly string[], key: string): Promise<Presentation> {
    const sent = { body: { slideId, addOns }, key };
    return (await this.#json<{ presentation: Presentation }>('PUT', '/api/guest/add-ons', sent)).presentation;
  }

  /** Sends a question to the seller. */
  async ask(question: string, slideId: string | null, key: string): Promise<void> {
    await this.#answer('POST', '/api/guest/questions', { body: { question, slideId }, key });
  }

  /** Tells what was watched. It is sent even while the page is being closed. */
  async report(watched: WatchReport): Promise<void> {
    await this.#answer('POST', '/api/guest/watching', { body: watched, keepalive: true });
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
    const { body } = await this.#answer('GET', '/api/guest/presentation/stream?lead=true', { signal });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let unread = '';
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return;
      const messages = (unread + value).split(/\r?\n\r?\n/);
      unread = messages.pop() ?? '';
      for (const message of messages) {
        const data = message.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []));
        const state = data.length === 0 ? null : (JSON.parse(data.join('\n')) as Presentation | Lead | null);
        if (state !== null && 'isLed' in state) lead(state);
        else if (state !== null && Array.isArray(state.slides)) show(state);
      }
    }
  }

  async #json<T>(method: string, path: string, sent?: Sent): Promise<T> {
    return (await this.#answer(method, path, sent)).json() as Promise<T>;
  }

  async #answer(method: string, path: string, { body, signal, keepalive = false, key }: Sent = {}): Promise<Response> {
    const headers = {
      Authorization: `Link ${this.token}`,
      'Content-Type': 'application/json',
      ...(key !== undefined && { 'Idempotency-Key': key }),
    };
    const init = { method, headers, keepalive, cache: 'no-store', ...(signal && { signal }) } as const;
    const response = await fetch(path, { ...init, ...(body && { body: JSON.stringify(body) }) }).catch(() => {
      if (signal?.aborted !== true) this.events.onReach(false);
      throw new Refusal(0);
    });
    this.events.onReach(true);
    if (response.status === 401) this.events.onGone();
    if (!response.ok) throw new Refusal(response.status);
    return response;
  }
}
