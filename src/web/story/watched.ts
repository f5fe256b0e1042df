import type { TierKey, WatchedSlide } from './answers.ts';
import type { GuestApi } from './api.ts';
import { randomId } from './random-id.ts';
import { type Opened, read, write } from './opening.ts';

interface Watched {
  browserId: string;
  opens: number;
  slides: Record<string, Omit<WatchedSlide, 'slideId'>>;
}

const unwatched = { seconds: 0, completed: false, tiers: [] as readonly TierKey[] };

/** Most slides of one report. */
const mostSlides = 50;

/** Whether the browser asks that nobody keeps what it does. */
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
  readonly #changed = new Set<string>();
  #isOpened: boolean;

  constructor(
    private readonly api: GuestApi,
    private readonly name: string,
    { isVisit }: Pick<Opened, 'isVisit'>,
  ) {
    this.#watched = this.#recall();
    this.#isOpened = isVisit || this.#watched.opens === 0;
    if (this.#isOpened) this.#watched.opens += 1;
  }

  #recall(): Watched {
    const fresh = { browserId: randomId(), opens: 0, slides: {} };
    try {
      return { ...fresh, ...(JSON.parse(read(() => localStorage, this.#key) ?? '{}') as Partial<Watched>) };
    } catch {
      return fresh;
    }
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

  /** Keeps the sums, and tells those that have changed. What is not taken is told the next time. */
  tell(): void {
    if (!this.#isOpened && this.#changed.size === 0) return;
    const { browserId, opens, slides } = this.#watched;
    const told = [...this.#changed].slice(0, mostSlides);
    for (const slideId of told) this.#changed.delete(slideId);
    const wasOpened = this.#isOpened;
    this.#isOpened = false;
    write(() => localStorage, this.#key, JSON.stringify(this.#watched));
    const report = told.map((slideId) => ({ slideId, ...(slides[slideId] ?? unwatched) }));
    this.api.report({ browserId, opens, slides: report }).catch(() => {
      this.#isOpened ||= wasOpened;
      for (const slideId of told) this.#changed.add(slideId);
    });
  }
}
