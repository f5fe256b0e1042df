/** When one word is spoken, in seconds. */
export interface WordTiming {
  readonly word: string;
  readonly startTime: number;
  readonly endTime: number;
}

/** A slide of the presentation. */
export interface Slide {
  readonly slideId: string;
  readonly sourceSlideId: string;
  readonly title: string;
  readonly bullets: readonly string[];
  readonly narrationScript: string;
  readonly heroImg: string | null;
  readonly audioUrl: string | null;
  readonly wordTimings: readonly WordTiming[];
  readonly language: string | null;
  readonly timing: 'recorded' | 'spoken' | 'estimated' | 'pending' | null;
}

/** A question with its prepared answer. */
export interface Faq {
  readonly userQuestion: string;
  readonly cannedAnswer: string;
  readonly relatedSlideId: string | null;
  readonly audioUrl: string | null;
  readonly wordTimings: readonly WordTiming[];
  readonly language: string;
}

/** The key of a tier. */
export type TierKey = 'good' | 'better' | 'best';

/** One step of a price. With a unit, `quantity` × `rate` is the amount. */
export interface PriceLine {
  readonly label: string;
  readonly quantity: string | null;
  readonly unit: 'square' | 'kW' | null;
  readonly rate: string | null;
  /** What the line is a percentage of; null for others. */
  readonly percentOf: string | null;
  /** The key of the add-on that it charges for; null for others. */
  readonly addOn: string | null;
  readonly amount: string;
}

/** The price of one tier, and the steps that add up to it. */
export interface Tier {
  readonly tier: TierKey;
  readonly name: string;
  readonly total: string;
  readonly totalText: string | null;
  readonly tax: string | null;
  readonly deposit: string | null;
  readonly depositText: string | null;
  readonly currency: string;
  readonly lines: readonly PriceLine[];
}

/** What may be added to some tiers of an offer, with its price before tax. */
export interface AddOn extends Pick<PriceLine, 'label' | 'quantity' | 'unit' | 'rate' | 'amount'> {
  readonly key: string;
  readonly description: string | null;
  readonly amountText: string | null;
  readonly tiers: readonly TierKey[];
  readonly isSelected: boolean;
}

/** What one tier costs by the month. */
export interface Payments {
  readonly tier: TierKey;
  readonly financed: string;
  readonly monthly: string;
  readonly lastPayment: string;
  readonly totalPaid: string;
  readonly totalInterest: string;
}

/** A way to pay by the month. */
export interface FinancingPlan {
  readonly provider: string;
  readonly annualPercent: string;
  readonly months: number;
  readonly text: string | null;
  readonly payments: readonly Payments[];
}

/** The offer of one pricing slide. */
export interface Offer {
  readonly slideId: string;
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly disclaimer: string | null;
  readonly selectedTier: TierKey | null;
  readonly isAgreed: boolean;
  readonly tiers: readonly Tier[];
  readonly addOns: readonly AddOn[];
  readonly financing: readonly FinancingPlan[];
}

/** All that the page shows, but for contracts. */
export interface Presentation {
  readonly version: number;
  readonly status: 'narrating' | 'ready' | 'failed';
  readonly title: string;
  readonly brandName: string | null;
  readonly language: string;
  readonly maySign: boolean;
  /** Whether the seller sees what is watched. */
  readonly isWatched: boolean;
  readonly slides: readonly Slide[];
  readonly faqs: readonly Faq[];
  readonly offers: readonly Offer[];
}

/** One tier of a contract, with the lines of its price. */
export interface ContractTier {
  readonly tier: TierKey;
  readonly name: string;
  readonly total: string;
  readonly tax?: string;
  readonly deposit?: string;
  readonly lines: readonly { readonly label: string; readonly addOn?: string | null; readonly amount: string }[];
}

/** The right to cancel what was signed. */
export interface CancellationNotice {
  readonly seller: string;
  readonly address: string;
  readonly statement: string;
  readonly title: string;
  readonly dated: string;
  readonly paragraphs: readonly string[];
}

/** What is read before it is signed. */
export interface ContractDocument {
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly language: string;
  readonly timeZone?: string;
  readonly seller: string;
  readonly homeowner: Readonly<Record<string, string | null>>;
  readonly currency: string;
  readonly offer?: string;
  readonly tiers: readonly ContractTier[];
  readonly financing?: readonly FinancingPlan[];
  readonly disclaimer: string | null;
  readonly consent: string;
  readonly cancellation?: CancellationNotice;
}

/** A signature that was drawn by hand: in each stroke x, y, x, y and so on. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly strokes: readonly (readonly number[])[];
}

/** A contract as its signer sees it. */
export interface Contract {
  readonly contractId: string;
  readonly slideId: string | null;
  readonly status: 'sent' | 'viewed' | 'signed' | 'declined' | 'expired' | 'rescinded';
  readonly expiresAt: string | null;
  readonly document: ContractDocument;
  readonly documentHash: string;
  readonly tier: TierKey | null;
  readonly signerName: string | null;
  readonly signatureDrawing: Drawing | null;
  readonly signedAt: string | null;
  readonly rescindableUntil: string | null;
  readonly rescindedAt: string | null;
  readonly pdfUrl: string;
}

/** A FAQ that answers what was typed. */
export interface FaqMatch {
  /** Its index among the FAQs of the presentation. */
  readonly position: number;
}

/** What this browser has watched of a slide, in all visits. */
export interface WatchedSlide {
  readonly slideId: string;
  readonly seconds: number;
  readonly completed: boolean;
  readonly tiers: readonly TierKey[];
}

/** What this browser has watched by its link. All numbers are sums. */
export interface WatchReport {
  readonly browserId: string;
  readonly opens: number;
  readonly slides: readonly WatchedSlide[];
}

/** What a signature says. */
export interface Signature {
  readonly tier: TierKey;
  readonly signerName: string;
  readonly documentHash: string;
  readonly drawing: Drawing | null;
}

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

  /** Follows the presentation until the signal or the server ends it. */
  async follow(show: (presentation: Presentation) => void, signal: AbortSignal): Promise<void> {
    const { body } = await this.#answer('GET', '/api/guest/presentation/stream', undefined, signal);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let unread = '';
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return;
      const messages = (unread + value).split(/\r?\n\r?\n/);
      unread = messages.pop() ?? '';
      for (const message of messages) {
        const data = message.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []));
        const state = data.length === 0 ? null : (JSON.parse(data.join('\n')) as Presentation | null);
        if (state !== null && Array.isArray(state.slides)) show(state);
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
