import {
  addRows,
  type ExpectedVersion,
  inTransaction,
  maxListed,
  newRow,
  removeRow,
  type RequestScope,
  requireVersion,
  touch,
  type TransactionScope,
  updateRow,
  withEmpties,
} from '../../kit/data/index.ts';
import { AppError, applyChanges, notFound, within } from '../../kit/core/index.ts';
import { type Change, inputOf, unprocessable } from '../../kit/input/index.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import { Deck } from '../decks/deck.entity.ts';
import { type DeckSize, isLarger } from '../decks/deck-size.ts';
import { admitImages } from '../images/image-names.ts';
import { editedTranslations } from '../translations/attribute-texts.ts';
import { applyTranslations } from '../../engines/translation/translation-sources.ts';
import { lockDeck } from '../decks/deck.service.ts';
import { touchDeck } from '../decks/touch-deck.ts';
import { maxOrderIndex, slideAttributes } from './slide.attributes.ts';
import { Slide, slideContent } from './slide.entity.ts';
import { slideCreated, slideDeleted, slidesReordered, slideUpdated } from './slide.events.ts';
import type { CreateSlideInput, ReorderSlidesInput, UpdateSlideInput } from './slide.inputs.ts';
import { findSlide, readPlaces, slidesById } from './slide.reader.ts';
import { type AdmitAudio, isStale } from './authored-audio.ts';

/** Changes slides. Each change locks the deck, raises its version and records an event in one transaction. */
export class SlideService {
  constructor(
    private readonly events: EventLog,
    private readonly admitAudio: AdmitAudio,
    private readonly size: DeckSize,
  ) {}

  /**
   * Adds a slide, last unless `orderIndex` is given. Other slides keep their positions.
   *
   * @throws AppError `CONFLICT` when the deck has a slide with this `slideId`
   */
  async create(scope: RequestScope, deckId: string, input: CreateSlideInput): Promise<Slide> {
    return inTransaction(scope, async (transaction) => {
      const [slide] = await this.#add(transaction, deckId, [input], () => '');
      return slide as Slide;
    });
  }

  /**
   * Adds slides in their order, all or none: each last unless it has an `orderIndex`.
   *
   * @throws AppError as `create` does, with pointers such as `/slides/2/slideId`
   */
  async createAll(scope: RequestScope, deckId: string, inputs: readonly CreateSlideInput[]): Promise<Slide[]> {
    return inTransaction(scope, (transaction) => this.#add(transaction, deckId, inputs, (at) => `/slides/${at}`));
  }

  /** @param placeOf where an input stands in the request, as a JSON Pointer */
  async #add(
    transaction: TransactionScope,
    deckId: string,
    inputs: readonly CreateSlideInput[],
    placeOf: (at: number) => string,
  ): Promise<Slide[]> {
    const change = await touchDeck(transaction, deckId);
    const keys = inputs.map(({ slideId }) => slideId);
    const { slides, lastIndex, taken } = await readPlaces(transaction, change.deckId, keys);
    const isTaken = new Set(taken);
    if (slides + inputs.length > maxListed) {
      throw unprocessable('limit_reached', '/deckId', 'length', `A deck has at most ${maxListed} slides.`);
    }
    const added: Slide[] = [];
    let last = lastIndex;
    for (const [at, input] of inputs.entries()) {
      const slide = await within(placeOf(at), async () => {
        if (isTaken.has(input.slideId)) throw duplicate(input.slideId);
        const orderIndex = input.orderIndex ?? nextOrderIndex(last);
        return this.#newSlide(transaction, change.deckId, { ...input, orderIndex });
      });
      isTaken.add(slide.slideId);
      last = Math.max(last, slide.orderIndex);
      added.push(slide);
    }
    await addRows(transaction, Slide, added);
    await this.size.requireFits(transaction, change, added);
    for (const slide of added) {
      this.events.record(transaction, slideCreated, { deckId: slide.deckId, data: slideFacts(slide) });
    }
    return added;
  }

  async #newSlide(
    transaction: TransactionScope,
    deckId: string,
    input: CreateSlideInput & { readonly orderIndex: number },
  ): Promise<Slide> {
    const slide = newRow(Slide);
    const { translations: changes, ...own } = await this.#admit(transaction, deckId, input);
    applyChanges(slide, { ...withEmpties(slideAttributes, own), deckId });
    applyChanges(slide, editedTranslations(slideAttributes, slide, slide, { changes }));
    return slide;
  }

  /** Reads the files that an author names. */
  async #admit<Given extends UpdateSlideInput>(
    transaction: TransactionScope,
    deckId: string,
    input: Given,
  ): Promise<Given> {
    return admitImages(transaction, deckId, await this.admitAudio(transaction, input));
  }

  /** Changes a slide, and marks its audio as stale when the script changes. */
  async update(
    scope: RequestScope,
    idOrKey: string,
    change: Change<UpdateSlideInput>,
    options: Choice & { readonly translator?: string } = {},
  ): Promise<Slide> {
    return inTransaction(scope, async (transaction) => {
      const { slide, deck } = await this.#lockSlide(transaction, idOrKey, options);
      const before = { ...slide };
      const { translations: changes, ...own } = await this.#admit(transaction, deck.id, inputOf(change, before));
      const changed = applyChanges(slide, withEmpties(slideAttributes, own));
      const { translator } = options;
      const edited = editedTranslations(slideAttributes, before, slide, { changes, translator });
      changed.push(...applyTranslations(slide, edited, changed.length > 0));
      if (changed.length === 0) return slide;
      slide.isAudioStale = isStale(slideAttributes, slide, changed);
      const deckChange = await touchDeck(transaction, deck.id);
      await updateRow(transaction, Slide, before, slide);
      const grown = isLarger(slideContent, before, slide) ? [slide] : [];
      await this.size.requireFits(transaction, deckChange, grown);
      this.events.record(transaction, slideUpdated, {
        deckId: deck.id,
        data: { ...slideFacts(slide), changed },
      });
      return slide;
    });
  }

  async delete(scope: RequestScope, idOrKey: string, options: Choice = {}): Promise<Slide> {
    return inTransaction(scope, async (transaction) => {
      const { slide, deck } = await this.#lockSlide(transaction, idOrKey, options);
      const deckChange = await touchDeck(transaction, deck.id);
      await removeRow(transaction, Slide, slide);
      await this.size.requireFits(transaction, deckChange, []);
      this.events.record(transaction, slideDeleted, { deckId: deck.id, data: slideFacts(slide) });
      return slide;
    });
  }

  /**
   * Sets the order of all slides of a deck.
   *
   * @throws AppError `UNPROCESSABLE` unless every slide of the deck is named exactly once
   */
  async reorder(
    scope: RequestScope,
    deckId: string,
    input: ReorderSlidesInput,
    ifVersion?: ExpectedVersion,
  ): Promise<Deck> {
    return inTransaction(scope, (transaction) => this.#reorder(transaction, deckId, input, ifVersion));
  }

  /**
   * The same, and reads an answer before the change is kept: it is refused where no answer could hold the slides.
   *
   * @throws AppError as `reorder` does, and `UNPROCESSABLE` that names what to shorten in a deck from before its limits
   */
  async reorderAndRead<Answer>(
    scope: RequestScope,
    deckId: string,
    { input, ifVersion, read }: Reordering<Answer>,
  ): Promise<{ deck: Deck; answer: Answer }> {
    return this.size.explained(scope, deckId, () =>
      inTransaction(scope, async (transaction) => {
        const deck = await this.#reorder(transaction, deckId, input, ifVersion);
        return { deck, answer: await read(transaction) };
      }),
    );
  }

  async #reorder(
    transaction: TransactionScope,
    deckId: string,
    input: ReorderSlidesInput,
    ifVersion?: ExpectedVersion,
  ): Promise<Deck> {
    const deck = await lockDeck(transaction, deckId);
    requireVersion(deck, ifVersion);
    const slides = await transaction.em.find(Slide, { deckId: deck.id }, { fields: placeFields });
    const ordered = input.slideIds.map((name) => slides.find((it) => it.id === name || it.slideId === name));
    const named = new Set(ordered.filter((slide) => slide !== undefined));
    if (ordered.includes(undefined) || named.size !== slides.length || ordered.length !== slides.length) {
      throw unprocessable(
        'order_incomplete',
        '/slideIds',
        'order',
        `slideIds must name each of the deck's ${slides.length} slides once.`,
      );
    }
    const inOrder = [...named];
    if (inOrder.every((slide, index) => slide.orderIndex === index)) return deck;
    await updateRow(transaction, Deck, { ...deck }, deck);
    for (const [index, slide] of inOrder.entries()) {
      if (applyChanges(slide, { orderIndex: index }).length > 0) touch(transaction, slide);
    }
    await transaction.em.flush();
    this.events.record(transaction, slidesReordered, {
      deckId: deck.id,
      data: { sourceSlideIds: inOrder.map(({ id }) => id) },
    });
    return deck;
  }

  async #lockSlide(
    transaction: TransactionScope,
    idOrKey: string,
    { deckId, ifVersion }: Choice,
  ): Promise<{ slide: Slide; deck: Deck }> {
    const found = await findSlide(transaction, idOrKey, deckId);
    const deck = await lockDeck(transaction, found.deckId);
    const [slide] = await slidesById(transaction.em, [found.id]);
    if (!slide) throw notFound('slide', idOrKey);
    requireVersion(slide, ifVersion);
    return { slide, deck };
  }
}

/** The deck of a slide that is named by its `slideId`, and the version that it must have. */
interface Choice {
  readonly deckId?: string | undefined;
  readonly ifVersion?: ExpectedVersion;
}

/** What is asked of a new order, and how its answer is read. */
interface Reordering<Answer> {
  readonly input: ReorderSlidesInput;
  readonly ifVersion: ExpectedVersion;
  readonly read: (transaction: TransactionScope) => Promise<Answer>;
}

/** What an order changes, and what slides are named by: their texts stay where they are. */
const placeFields = ['id', 'slideId', 'orderIndex', 'version', 'updatedAt'] as const;

/** What each event of a slide has in its data. */
export function slideFacts({ id, slideId, title }: Slide): { sourceSlideId: string; slideId: string; title: string } {
  return { sourceSlideId: id, slideId, title };
}

function duplicate(slideId: string): AppError {
  const detail = `The deck already has a slide with the slideId ${slideId}.`;
  return new AppError('duplicate_key', detail, [{ pointer: '/slideId', code: 'enum', detail }]);
}

function nextOrderIndex(lastIndex: number): number {
  const next = lastIndex + 1;
  if (next <= maxOrderIndex) return next;
  throw unprocessable(
    'last_position_taken',
    '/orderIndex',
    'range',
    `The last position is taken: give an orderIndex below ${maxOrderIndex}.`,
  );
}
