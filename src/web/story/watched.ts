import type { TierKey, WatchedSlide } from './answers.ts';
import type { GuestApi } from './api.ts';
import { readJson, write } from './memory.ts';
import { randomId } from './random-id.ts';

interface Watched {
  browserId: string;
  opens: number;
  slides: Record<string, Omit<WatchedSlide, 'slideId'>>;
  /** What is not reported to the server yet: the opening, and slides. */
  isOpeningUntold: boolean;
  untold: readonly string[];
}

const unwatched = { seconds: 0, completed: false, tiers: [] as readonly TierKey[] };

const mostSlides = 50;

/** Whether the browser opts out of tracking. */
export function isPrivate(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/**
 * What this browser has watched by a link, in all visits: it is kept as sums, so that a report may be lost or sent twice. The
 * id is random and belongs to this link alone: it joins a reload to its visit, and nothing else.
 */
export class WatchedStory {
  readonly #watched: Watched;
  readonly #changed: Set<string>;
  #isOpened: boolean;

  constructor(
    private readonly api: GuestApi,
    private readonly name: string,
    { isVisit }: { readonly isVisit: boolean },
  ) {
    this.#watched = this.#recall();
    this.#changed = new Set(this.#watched.untold);
    const isOpening = isVisit || this.#watched.opens === 0;
    if (isOpening) this.#watched.opens += 1;
    this.#isOpened = isOpening || this.#watched.isOpeningUntold;
  }

  #recall(): Watched {
    const fresh = { browserId: randomId(), opens: 0, slides: {}, isOpeningUntold: false, untold: [] };
    return { ...fresh, ...(readJson(() => localStorage, this.#key) as Partial<Watched> | null) };
  }

  get #key(): string {
    return `deckcast.watched.${this.name}`;
  }

  #change(slideId: string, change: (slide: Watched['slides'][string]) => Watched['slides'][string]): void {
    this.#watched.slides[slideId] = change(this.#watched.slides[slideId] ?? unwatched);
    this.#changed.add(slideId);
  }

  /** A slide was watched for some seconds. */
  watch(slideId: string, seconds: number): void {
    this.#change(slideId, (slide) => ({ ...slide, seconds: Math.min(slide.seconds + seconds, 86_400) }));
  }

  /** The end of a slide was reached. */
  complete(slideId: string): void {
    if (this.#watched.slides[slideId]?.completed === true) return;
    this.#change(slideId, (slide) => ({ ...slide, completed: true }));
  }

  /** The price of a tier was seen. */
  view(slideId: string, tier: TierKey): void {
    if (this.#watched.slides[slideId]?.tiers.includes(tier) === true) return;
    this.#change(slideId, (slide) => ({ ...slide, tiers: [...slide.tiers, tier] }));
  }

  /**
   * Keeps the sums, and reports those that have changed. What is not accepted is reported the next time, also after a
   * reload.
   */
  report(): void {
    if (!this.#isOpened && this.#changed.size === 0) return;
    this.#keep();
    const { browserId, opens, slides } = this.#watched;
    const sent = [...this.#changed].slice(0, mostSlides);
    for (const slideId of sent) this.#changed.delete(slideId);
    const wasOpened = this.#isOpened;
    this.#isOpened = false;
    const watched = sent.map((slideId) => ({ slideId, ...(slides[slideId] ?? unwatched) }));
    this.api.report({ browserId, opens, slides: watched }).then(
      () => this.#keep(),
      () => {
        this.#isOpened ||= wasOpened;
        for (const slideId of sent) this.#changed.add(slideId);
      },
    );
  }

  #keep(): void {
    const pending = { isOpeningUntold: this.#isOpened, untold: [...this.#changed] };
    write(() => localStorage, this.#key, JSON.stringify({ ...this.#watched, ...pending }));
  }
}
