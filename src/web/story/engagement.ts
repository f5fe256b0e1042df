import type { TierKey, SlideEngagement } from './answers.ts';
import type { GuestApi } from './api.ts';
import { readJson, write } from './memory.ts';
import { randomId } from './random-id.ts';

interface Sums {
  browserId: string;
  openCount: number;
  slides: Record<string, Omit<SlideEngagement, 'sourceSlideId'>>;
  /** What is not reported to the server yet: the opening, and slides. */
  isOpeningPending: boolean;
  pending: readonly string[];
}

const none = { seconds: 0, isCompleted: false, tiers: [] as readonly TierKey[] };

const mostSlides = 50;

/** Whether the browser opts out of tracking. */
export function isPrivate(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/**
 * What this browser has viewed by a link, in all visits: it is kept as sums, so that a report may be lost or sent twice. The
 * id is random and belongs to this link alone: it joins a reload to its visit, and nothing else.
 */
export class EngagementReporter {
  readonly #sums: Sums;
  readonly #changed: Set<string>;
  #isOpened: boolean;

  constructor(
    private readonly api: GuestApi,
    private readonly name: string,
    { isVisit }: { readonly isVisit: boolean },
  ) {
    this.#sums = this.#recall();
    this.#changed = new Set(this.#sums.pending);
    const isOpening = isVisit || this.#sums.openCount === 0;
    if (isOpening) this.#sums.openCount += 1;
    this.#isOpened = isOpening || this.#sums.isOpeningPending;
  }

  #recall(): Sums {
    const fresh = { browserId: randomId(), openCount: 0, slides: {}, isOpeningPending: false, pending: [] };
    return { ...fresh, ...(readJson(() => localStorage, this.#key) as Partial<Sums> | null) };
  }

  get #key(): string {
    return `deckcast.engagement.${this.name}`;
  }

  #change(sourceSlideId: string, change: (slide: Sums['slides'][string]) => Sums['slides'][string]): void {
    this.#sums.slides[sourceSlideId] = change(this.#sums.slides[sourceSlideId] ?? none);
    this.#changed.add(sourceSlideId);
  }

  /** A slide was watched for some seconds. */
  watch(sourceSlideId: string, seconds: number): void {
    this.#change(sourceSlideId, (slide) => ({ ...slide, seconds: Math.min(slide.seconds + seconds, 86_400) }));
  }

  /** The end of a slide was reached. */
  complete(sourceSlideId: string): void {
    if (this.#sums.slides[sourceSlideId]?.isCompleted === true) return;
    this.#change(sourceSlideId, (slide) => ({ ...slide, isCompleted: true }));
  }

  /** The price of a tier was seen. */
  view(sourceSlideId: string, tier: TierKey): void {
    if (this.#sums.slides[sourceSlideId]?.tiers.includes(tier) === true) return;
    this.#change(sourceSlideId, (slide) => ({ ...slide, tiers: [...slide.tiers, tier] }));
  }

  /**
   * Keeps the sums, and reports those that have changed. What is not accepted is reported the next time, also after a
   * reload.
   */
  report(): void {
    if (!this.#isOpened && this.#changed.size === 0) return;
    this.#keep();
    const { browserId, openCount, slides } = this.#sums;
    const sent = [...this.#changed].slice(0, mostSlides);
    for (const sourceSlideId of sent) this.#changed.delete(sourceSlideId);
    const wasOpened = this.#isOpened;
    this.#isOpened = false;
    const changed = sent.map((sourceSlideId) => ({ sourceSlideId, ...(slides[sourceSlideId] ?? none) }));
    this.api.report({ browserId, openCount, slides: changed }).then(
      () => this.#keep(),
      () => {
        this.#isOpened ||= wasOpened;
        for (const sourceSlideId of sent) this.#changed.add(sourceSlideId);
      },
    );
  }

  #keep(): void {
    const pending = { isOpeningPending: this.#isOpened, pending: [...this.#changed] };
    write(() => localStorage, this.#key, JSON.stringify({ ...this.#sums, ...pending }));
  }
}
