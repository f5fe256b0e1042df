import { contested, type Draft, isUnsaved, noDraft, received, shownFields } from './draft.ts';
import type { EditedSlidesFragment } from './editor.graphql.ts';
import type { Kept } from './kept-edits.ts';
import { type Operation, ordered } from './operations.ts';
import { type Fields, type StoredSlide, storedSlide } from './slide-fields.ts';

/** A slide as its author sees it. */
export interface ShownSlide {
  readonly slideId: string;
  /** Null while the server has no such slide yet. */
  readonly id: string | null;
  readonly fields: Fields;
  /** The values that somebody else gave to fields that are not saved yet. */
  readonly theirs: Partial<Fields>;
  readonly faults: Draft['faults'];
  readonly isAudioStale: boolean;
  readonly warnings: StoredSlide['warnings'];
}

/** What the editor uses of the deck itself. */
export interface DeckFacts {
  readonly version: number;
  /** BCP 47 tag. */
  readonly language: string;
  /** The languages that it is translated into. */
  readonly languages: readonly string[];
  /** ISO 4217 code. */
  readonly currency: string;
  /** The color of its brand. */
  readonly color: string | null;
  /** The names of its variables. */
  readonly variables: readonly string[];
}

type Change = (draft: Draft, stored: Fields) => Draft;

/** The slides of a deck: what the server has of them, and over that what it has not stored yet. */
export class EditedSlides {
  #facts: DeckFacts | undefined;
  #stored = new Map<string, StoredSlide>();
  readonly drafts: Map<string, Draft>;
  operations: readonly Operation[];

  constructor({ drafts, operations }: Kept) {
    this.drafts = drafts;
    this.operations = operations;
  }

  /** Undefined until the deck is read. */
  get facts(): DeckFacts | undefined {
    return this.#facts;
  }

  get storedOrder(): readonly string[] {
    return [...this.#stored.keys()];
  }

  /** The slides in the order that they will have. */
  get order(): readonly string[] {
    return this.operations.reduce<readonly string[]>(ordered, this.storedOrder);
  }

  get shown(): readonly ShownSlide[] {
    return this.order.flatMap((slideId) => this.slide(slideId) ?? []);
  }

  stored(slideId: string): StoredSlide | undefined {
    return this.#stored.get(slideId);
  }

  /** Takes what the server has; what is older than known is left out. @returns the slides that it no longer has */
  receive(deck: EditedSlidesFragment): readonly StoredSlide[] {
    const before = this.#stored;
    if (deck.version >= (this.#facts?.version ?? 0)) {
      this.#facts = factsOf(deck);
      const slides = deck.slides.map((slide) => newer(before.get(slide.slideId), storedSlide(slide)));
      this.#stored = new Map(slides.map((slide) => [slide.slideId, slide]));
    } else {
      for (const slide of deck.slides) this.store(storedSlide(slide));
    }
    for (const slideId of this.drafts.keys()) {
      const isKnown = before.has(slideId) || this.#base(slideId) !== undefined;
      if (isKnown) this.change(slideId, received);
      else this.drafts.delete(slideId); // of a slide that was deleted before this visit
    }
    return [...before.values()].filter(({ slideId }) => !this.#stored.has(slideId));
  }

  /** Takes what the server has of one slide. */
  store(slide: StoredSlide): void {
    const before = this.#stored.get(slide.slideId);
    if (before !== undefined) this.#stored.set(slide.slideId, newer(before, slide));
  }

  /** Changes the draft of a slide; one without edits ends. */
  change(slideId: string, change: Change): void {
    const base = this.#base(slideId);
    if (base === undefined) return;
    const draft = change(this.drafts.get(slideId) ?? noDraft, base);
    const isOver = !isUnsaved(draft) && Object.keys(draft.sent).length === 0;
    if (isOver) this.drafts.delete(slideId);
    else this.drafts.set(slideId, draft);
  }

  slide(slideId: string): ShownSlide | undefined {
    const fields = this.#base(slideId);
    if (fields === undefined) return undefined;
    const stored = this.#stored.get(slideId);
    const draft = this.drafts.get(slideId) ?? noDraft;
    const disputed = stored === undefined ? [] : contested(draft, fields);
    return {
      slideId,
      id: stored?.id ?? null,
      fields: shownFields(fields, draft),
      theirs: Object.fromEntries(disputed.map((field) => [field, fields[field]])),
      faults: draft.faults,
      isAudioStale: stored?.isAudioStale ?? false,
      warnings: stored?.warnings ?? [],
    };
  }

  /** The fields under a draft: of the server, or of the slide that is being added. */
  #base(slideId: string): Fields | undefined {
    const added = this.operations.findLast((one) => one.kind === 'add' && one.slideId === slideId);
    return this.#stored.get(slideId)?.fields ?? (added?.kind === 'add' ? added.fields : undefined);
  }
}

function factsOf({ version, defaultLanguage, currency, brand, variables, slides }: EditedSlidesFragment): DeckFacts {
  const languages = new Set(slides.flatMap(({ translations }) => translations.map(({ language }) => language)));
  return {
    version,
    language: defaultLanguage,
    languages: [...languages],
    currency,
    color: brand?.color ?? null,
    variables: Object.keys(variables),
  };
}

/** The newer of two states of a slide: answers may overtake one another. */
function newer(before: StoredSlide | undefined, slide: StoredSlide): StoredSlide {
  return before !== undefined && before.id === slide.id && before.version > slide.version ? before : slide;
}
