import type { TierKey, Lead, Presentation, Contract, FaqMatch, WatchReport, Signature } from './answers.ts';

/** A refusal; its status is 0 when no answer came. */
export class Refusal extends Error {
  constructor(readonly status: number) {
    super(`The server answered ${status}`);
  }
}

/** The public API, as a link opens it. */
export class GuestApi {
  constructor(private readonly token: string) {}

  /** Counts an opening. @returns the token that counts from now on; null while it is the same */
  async visit(): Promise<string | null> {
    const { visit } = await this.#json<{ visit: { token: string | null } }>('POST', '/api/guest/visits');
    return visit.token;
  }

  async presentation(): Promise<Presentation> {
    return (await this.#json<{ presentation: Presentation }>('GET', '/api/guest/presentation')).presentation;
  }

  async selectTier(slideId: string, tier: TierKey): Promise<Presentation> {
    const body = { slideId, tier };
    return (await this.#json<{ presentation: Presentation }>('PUT', '/api/guest/tier', body)).presentation;
  }

  /** Finds the FAQs that answer what was typed, best first. */
  async findFaqs(text: string, signal: AbortSignal): Promise<FaqMatch[]> {
    const answer = await this.#answer('POST', '/api/guest/faqs/search', { text }, signal);
    return ((await answer.json()) as { matches: FaqMatch[] }).matches;
  }

  /** @param addOns the keys of all that are selected */
  async selectAddOns(slideId: string, addOns: readonly string[]): Promise<Presentation> {
    const body = { slideId, addOns };
    return (await this.#json<{ presentation: Presentation }>('PUT', '/api/guest/add-ons', body)).presentation;
  }

  /** Sends a question to the seller. */
  async ask(question: string, slideId: string | null): Promise<void> {
    await this.#answer('POST', '/api/guest/questions', { question, slideId });
  }

  /** Tells what was watched. It is sent even while the page is being closed. */
  async report(watched: WatchReport): Promise<void> {
    await this.#answer('POST', '/api/guest/watching', watched, null, true);
  }

  async contracts(): Promise<Contract[]> {
    return (await this.#json<{ contracts: Contract[] }>('GET', '/api/guest/contracts')).contracts;
  }

  async sign(contractId: string, signature: Signature): Promise<Contract> {
    const path = `/api/guest/contracts/${contractId}/sign`;
    return (await this.#json<{ contract: Contract }>('POST', path, { ...signature, consent: true })).contract;
  }

  /** Declines a contract. @param reason empty for none */
  async decline(contractId: string, reason: string): Promise<Contract> {
    const path = `/api/guest/contracts/${contractId}/decline`;
    return (await this.#json<{ contract: Contract }>('POST', path, { reason })).contract;
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
    const { body } = await this.#answer('GET', '/api/guest/presentation/stream?lead=true', undefined, signal);
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

  async #json<T>(method: string, path: string, body?: object): Promise<T> {
    return (await this.#answer(method, path, body)).json() as Promise<T>;
  }

  async #answer(
    method: string,
    path: string,
    body?: object,
    signal: AbortSignal | null = null,
    keepalive = false,
  ): Promise<Response> {
    const headers = { Authorization: `Link ${this.token}`, 'Content-Type': 'application/json' };
    const init = {
      method,
      headers,
      signal,
      keepalive,
      cache: 'no-store',
      ...(body && { body: JSON.stringify(body) }),
    } as const;
    const response = await fetch(path, init).catch(() => {
      throw new Refusal(0);
    });
    if (!response.ok) throw new Refusal(response.status);
    return response;
  }
}
