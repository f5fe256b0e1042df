import type {
  Changes,
  TierKey,
  Position,
  Presentation,
  Contract,
  FaqMatch,
  Schemas,
  EngagementReport,
  Signature,
} from './answers.ts';
import { earlyPaths, guestHeaders, takeEarly } from './early.ts';
import { within } from './within.ts';

/** How long the server may be silent, in milliseconds: in a stream it shows every 15 seconds that it is there. */
const answerMs = 20_000;
const streamMs = 40_000;

/** A refusal; its status is 0 when no answer of the server came, or not all of it. */
export class Refusal extends Error {
  /** @param reason that the server gives; null where it gives none, as in what is no answer of it */
  constructor(
    readonly status: number,
    readonly reason: Schemas['Problem']['reason'] | null = null,
  ) {
    super(`The server answered ${status}`);
  }
}

/** Whether the token opens nothing: it may be cut off or used up, and its link may have ended. */
export function isGone(error: unknown): error is Refusal {
  return error instanceof Refusal && error.status === 401;
}

/** What proxies and the networks of hotels answer in place of the server. */
const foreign: ReadonlySet<number> = new Set([401, 403, 404]);

/** Reads a refusal. The server names a code in each of its own. */
async function refusalOf(response: Response): Promise<Refusal> {
  const problem = (await response.json().catch(() => null)) as Partial<Schemas['Problem']> | null;
  const isForeign = typeof problem?.code !== 'string' && foreign.has(response.status);
  return new Refusal(isForeign ? 0 : response.status, problem?.reason ?? null);
}

/** Whether the same request may be taken later: no answer came, or the server has no time for it. */
export function isAway(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** What the API reports of each request. */
export interface ApiEvents {
  /** @param isReached whether an answer came */
  readonly onReach: (isReached: boolean) => void;
  /** The token opens nothing: see `isGone`. */
  readonly onGone: (refusal: Refusal) => void;
}

/** A request of the API. */
interface Sent {
  readonly body?: object;
  readonly signal?: AbortSignal;
  /** Whether it is sent even while the page is being closed. */
  readonly keepalive?: boolean;
  /** A change with a key is made once, however often it is sent. */
  readonly key?: string;
  /** The ETag of what the page has: the answer is 304 while it is the same. */
  readonly tag?: string | null;
  /** How long the server may be silent, in milliseconds. */
  readonly silentMs?: number;
  /** Its answer, where it was sent before. */
  readonly answer?: Promise<Response> | undefined;
}

/** A copy with some parts replaced. */
function changed(presentation: Presentation, { changes }: Changes): Presentation {
  const copy: Record<string, unknown> = { ...presentation };
  for (const { path, value } of changes) {
    const [, name = '', index] = path.split('/');
    copy[name] = index === undefined ? value : Object.assign([...(copy[name] as unknown[])], { [index]: value });
  }
  return copy as unknown as Presentation;
}

/** The public API, as a link opens it. */
export class GuestApi {
  events: ApiEvents = { onReach: () => {}, onGone: () => {} };

  /** The current presentation, and when it was requested. */
  #newest: { readonly presentation: Presentation; readonly at: number } | null = null;

  /** The ETag of the presentation that was requested last. */
  #tag: string | null = null;

  constructor(private readonly token: string) {}

  /** Counts an opening. @returns the token that counts from now on; null while it is the same */
  async visit(): Promise<string | null> {
    const { answer } = takeEarly(earlyPaths.visit, this.token) ?? {};
    const { visit } = await this.#json<{ visit: Schemas['GuestVisit'] }>('POST', earlyPaths.visit, { answer });
    return visit.token;
  }

  async presentation(): Promise<Presentation> {
    const found = await this.#asked(null);
    if (found === null) throw new Refusal(0);
    return found;
  }

  /** Requests the presentation again. @returns null while it is as it was requested last */
  async changedPresentation(): Promise<Presentation | null> {
    return this.#asked(this.#tag);
  }

  /** @param tag that of what the page has; null for nothing */
  async #asked(tag: string | null): Promise<Presentation | null> {
    const early = tag === null ? takeEarly(earlyPaths.presentation, this.token) : null;
    const at = early?.at ?? performance.now();
    const take = async (response: Response): Promise<Presentation | null> => {
      if (response.status === 304) return null;
      this.#tag = response.headers.get('ETag');
      return ((await response.json()) as { presentation: Presentation }).presentation;
    };
    const found = await this.#ask('GET', earlyPaths.presentation, { tag, answer: early?.answer }, take);
    this.events.onReach(true);
    return found === null ? null : this.#newer(found, at);
  }

  async selectTier(sourceSlideId: string, tier: TierKey, key: string): Promise<Presentation> {
    return this.#changed('/api/guest/tier', { body: { sourceSlideId, tier }, key });
  }

  /** Finds the FAQs that answer what was typed, best first. */
  async findFaqs(text: string, signal: AbortSignal): Promise<FaqMatch[]> {
    const sent = { body: { text }, signal };
    return (await this.#json<{ matches: FaqMatch[] }>('POST', '/api/guest/faqs/search', sent)).matches;
  }

  /** @param addOns the keys of all that are selected */
  async selectAddOns(sourceSlideId: string, addOns: readonly string[], key: string): Promise<Presentation> {
    return this.#changed('/api/guest/add-ons', { body: { sourceSlideId, addOns }, key });
  }

  /** Sends a question to the seller. */
  async ask(question: string, sourceSlideId: string | null, key: string): Promise<void> {
    await this.#json('POST', '/api/guest/questions', { body: { question, sourceSlideId }, key });
  }

  /** Sends what was watched, even while the page is being closed. */
  async report(watched: EngagementReport): Promise<void> {
    await this.#json('POST', '/api/guest/engagement', { body: watched, keepalive: true });
  }

  async contracts(): Promise<Contract[]> {
    return (await this.#json<{ contracts: Contract[] }>('GET', '/api/guest/contracts')).contracts;
  }

  async sign(contractId: string, signature: Signature, key: string): Promise<Contract> {
    return this.#changedContract(contractId, 'sign', { body: { ...signature, consent: true }, key });
  }

  /** Declines a contract. @param reason empty for none */
  async decline(contractId: string, reason: string, key: string): Promise<Contract> {
    return this.#changedContract(contractId, 'decline', { body: { reason }, key });
  }

  /** Cancels a signed contract. */
  async rescind(contractId: string, key: string): Promise<Contract> {
    return this.#changedContract(contractId, 'rescind', { key });
  }

  /**
   * Follows the presentation behind what was last read of it, and its presenter, until the signal or the server ends it.
   *
   * @param open called when the stream has begun, which may be long before anything changes
   */
  async follow(
    open: () => void,
    show: (presentation: Presentation) => void,
    lead: (lead: Position) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let known = this.#newest?.presentation;
    const path = `/api/guest/presentation/stream?presenter=true&after=${known?.stateTag ?? ''}`;
    await this.#ask('GET', path, { signal, silentMs: streamMs }, async (response, onProgress) => {
      open();
      const onChunk = (): void => {
        onProgress();
        this.events.onReach(true);
      };
      await readEvents(response, onChunk, (data) => {
        const state = JSON.parse(data) as Presentation | Changes | Position | null;
        if (state === null) return;
        if ('isPresenting' in state) lead(state);
        else {
          // What the stream has sent so far, also where a change of this page was answered sooner.
          if ('slides' in state) known = state;
          else if ('changes' in state && known !== undefined) known = changed(known, state);
          else return;
          show(this.#newer(known, performance.now()));
        }
      });
    });
  }

  async #changedContract(contractId: string, change: 'sign' | 'decline' | 'rescind', sent: Sent): Promise<Contract> {
    const path = `/api/guest/contracts/${contractId}/${change}`;
    return (await this.#json<{ contract: Contract }>('POST', path, sent)).contract;
  }

  async #changed(path: string, sent: Sent): Promise<Presentation> {
    const at = performance.now();
    return this.#newer((await this.#json<{ presentation: Presentation }>('PUT', path, sent)).presentation, at);
  }

  /**
   * Answers and streams overtake each other, and contracts change without a new version: of two, the one requested
   * later counts.
   */
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
    { body, signal, keepalive = false, key, tag = null, silentMs = answerMs, answer }: Sent,
    take: (response: Response, onProgress: () => void) => Promise<T>,
  ): Promise<T> {
    const headers = {
      ...guestHeaders(this.token),
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(tag !== null && { 'If-None-Match': tag }),
    };
    const init = {
      method,
      headers,
      keepalive,
      cache: 'no-store',
      ...(body && { body: JSON.stringify(body) }),
    } as const;
    try {
      return await within(silentMs, signal, async (ended, onProgress) => {
        const response = await (answer ?? fetch(path, { ...init, signal: ended }));
        onProgress();
        if (!response.ok && response.status !== 304) throw await refusalOf(response);
        return take(response, onProgress);
      });
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(0);
      if (signal?.aborted !== true) this.events.onReach(refusal.status !== 0);
      if (isGone(refusal)) this.events.onGone(refusal);
      throw refusal;
    }
  }
}

/** Reads what a stream sends. One that is cut off has ended: whether the server can be reached shows at the next request. */
async function readEvents(response: Response, onProgress: () => void, take: (data: string) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let unread = '';
  for (;;) {
    const { value, done } = (await reader?.read().catch(() => undefined)) ?? { done: true };
    if (done) return;
    onProgress();
    const events = (unread + value).split(/\r?\n\r?\n/);
    unread = events.pop() ?? '';
    for (const event of events) {
      const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []));
      if (data.length > 0) take(data.join('\n'));
    }
  }
}
