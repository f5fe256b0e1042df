import { applyChanges, requireVersion, touch } from '../../database/changes.ts';
import { AppError, notFound } from '../../errors.ts';
import type { EventLog } from '../../events/event-log.ts';
import { unprocessable } from '../../input/validate.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../scope.ts';
import type { Deck } from '../decks/deck.entity.ts';
import { mergeTranslations } from '../../translation/merge-translations.ts';
import { lockDeck } from '../decks/deck.service.ts';
import { Slide, type SlideTranslation } from './slide.entity.ts';
import { slideCreated, slideDeleted, slidesReordered, slideUpdated } from './slide.events.ts';
import type { CreateSlideInput, ReorderSlidesInput, UpdateSlideInput } from './slide.inputs.ts';
import { findSlide } from './slide.reader.ts';

const maxSlides = 500;
const maxOrderIndex = 2_147_483_647;

export class SlideService {
  constructor(private readonly events: EventLog) {}

  /**
   * Adds a slide, behind the others unless its position is given. No other slide is moved.
   *
   * @throws AppError `CONFLICT` when the deck has a slide with this slideId
   */
  async create(scope: RequestScope, deckId: string, input: CreateSlideInput): Promise<Slide> {
    return inTransaction(scope, async (transaction) => {
      const deck = await lockDeck(transaction, deckId);
      const slides = await transaction.em.find(Slide, { deckId: deck.id }, { fields: ['slideId', 'orderIndex'] });
      if (slides.some(({ slideId }) => slideId === input.slideId)) throw duplicate(input.slideId);
      if (slides.length >= maxSlides) {
        throw unprocessable('/deckId', 'length', `A deck has at most ${maxSlides} slides.`);
      }
      const slide = new Slide();
      applyChanges(slide, {
        ...input,
        deckId: deck.id,
        bullets: input.bullets ?? [],
        wordTimings: input.wordTimings ?? [],
        orderIndex: input.orderIndex ?? nextOrderIndex(slides),
        translations: mergeTranslations({}, input.translations, cleanTranslation),
      });
      transaction.em.persist(slide);
      await this.#save(transaction, deck);
      await this.events.record(transaction, slideCreated, { deckId: deck.id, data: factsOf(slide) });
      return slide;
    });
  }

  /**
   * Changes a slide. A script that changes without its audio marks the audio as stale; new audio or timings make it
   * current again.
   */
  async update(
    scope: RequestScope,
    idOrKey: string,
    input: UpdateSlideInput,
    options: { deckId?: string; ifVersion?: number } = {},
  ): Promise<Slide> {
    return inTransaction(scope, async (transaction) => {
      const { slide, deck } = await this.#lockSlide(transaction, idOrKey, options);
      const changed = applyChanges(slide, {
        ...input,
        bullets: input.bullets === null ? [] : input.bullets,
        wordTimings: input.wordTimings === null ? [] : input.wordTimings,
        translations: mergeTranslations(slide.translations, input.translations, cleanTranslation),
      });
      if (changed.length === 0) return slide;
      const hasNewAudio = changed.includes('audioUrl') || changed.includes('wordTimings');
      if (hasNewAudio) slide.audioStale = false;
      else if (changed.includes('narrationScript')) slide.audioStale = slide.audioUrl !== null;
      touch(transaction, slide);
      await this.#save(transaction, deck);
      await this.events.record(transaction, slideUpdated, {
        deckId: deck.id,
        data: { ...factsOf(slide), changed },
      });
      return slide;
    });
  }

  async delete(
    scope: RequestScope,
    idOrKey: string,
    options: { deckId?: string; ifVersion?: number } = {},
  ): Promise<Slide> {
    return inTransaction(scope, async (transaction) => {
      const { slide, deck } = await this.#lockSlide(transaction, idOrKey, options);
      transaction.em.remove(slide);
      await this.#save(transaction, deck);
      await this.events.record(transaction, slideDeleted, { deckId: deck.id, data: factsOf(slide) });
      return slide;
    });
  }

  /**
   * Puts all slides of a deck into a new order at once.
   *
   * @throws AppError `UNPROCESSABLE` unless every slide of the deck is named exactly once
   */
  async reorder(
    scope: RequestScope,
    deckId: string,
    input: ReorderSlidesInput,
    ifVersion?: number,
  ): Promise<{ deck: Deck; slides: Slide[] }> {
    return inTransaction(scope, async (transaction) => {
      const deck = await lockDeck(transaction, deckId);
      requireVersion(deck, ifVersion);
      const slides = await transaction.em.find(Slide, { deckId: deck.id });
      const ordered = input.slideIds.map((name) => slides.find((it) => it.id === name || it.slideId === name));
      const named = new Set(ordered.filter((slide) => slide !== undefined));
      if (ordered.includes(undefined) || named.size !== slides.length || ordered.length !== slides.length) {
        throw unprocessable(
          '/slideIds',
          'order',
          `slideIds must name each of the deck's ${slides.length} slides once.`,
        );
      }
      const inOrder = [...named];
      if (inOrder.every((slide, index) => slide.orderIndex === index)) return { deck, slides: inOrder };
      for (const [index, slide] of inOrder.entries()) {
        if (applyChanges(slide, { orderIndex: index }).length > 0) touch(transaction, slide);
      }
      await this.#save(transaction, deck);
      await this.events.record(transaction, slidesReordered, {
        deckId: deck.id,
        data: { slideIds: inOrder.map(({ id }) => id) },
      });
      return { deck, slides: inOrder };
    });
  }

  async #lockSlide(
    transaction: TransactionScope,
    idOrKey: string,
    { deckId, ifVersion }: { deckId?: string; ifVersion?: number },
  ): Promise<{ slide: Slide; deck: Deck }> {
    const found = await findSlide(transaction, idOrKey, deckId);
    const deck = await lockDeck(transaction, found.deckId);
    const slide = await transaction.em.findOne(Slide, { id: found.id });
    if (slide === null) throw notFound('slide', idOrKey);
    requireVersion(slide, ifVersion);
    return { slide, deck };
  }

  async #save(transaction: TransactionScope, deck: Deck): Promise<void> {
    touch(transaction, deck);
    await transaction.em.flush();
  }
}

function factsOf({ id, slideId, title }: Slide): { id: string; slideId: string; title: string } {
  return { id, slideId, title };
}

function cleanTranslation(translation: SlideTranslation): SlideTranslation {
  const { title, bullets, narrationScript, slideContext = null, productData = null } = translation;
  return { title, bullets, narrationScript, slideContext, productData };
}

function duplicate(slideId: string): AppError {
  const detail = `The deck already has a slide with the slideId ${slideId}.`;
  return new AppError('CONFLICT', detail, [{ pointer: '/slideId', code: 'enum', detail }]);
}

function nextOrderIndex(slides: readonly Pick<Slide, 'orderIndex'>[]): number {
  const next = Math.max(-1, ...slides.map(({ orderIndex }) => orderIndex)) + 1;
  if (next <= maxOrderIndex) return next;
  throw unprocessable('/orderIndex', 'range', `The last position is taken: give an orderIndex below ${maxOrderIndex}.`);
}
