import type { CombinedError } from '@urql/core';
import { isOutdated, problemOf, reasonOf } from '../api/problems.ts';
import { accepted, changesOf, type Draft, refused, sending, settled } from './draft.ts';
import type { EditedSlides } from './edited-slides.ts';
import {
  AddSlideDocument,
  EditedDeckDocument,
  type EditedSlidesFragment,
  OrderSlidesDocument,
  RemoveSlideDocument,
  SaveSlideDocument,
} from './editor.graphql.ts';
import { move, type Operation, ordered, placeOf } from './operations.ts';
import type { Outcome, Sender } from './saving.ts';
import { type Field, type Fields, type StoredSlide, storedSlide } from './slide-fields.ts';

/** How long a request waits that was not answered, in milliseconds. */
const retryMs = [1_000, 2_000, 5_000, 10_000] as const;

/** What the saver reports to the deck. */
interface SaverReports {
  readonly onChange: () => void;
  readonly onDeck: (deck: EditedSlidesFragment | null) => void;
  /** The server has refused an operation, which is rolled back. */
  readonly onRefusal: (operation: Operation, error: CombinedError) => void;
}

/** Stores what is not stored yet, one request at a time, and repeats what was not answered. */
export class DeckSaver {
  readonly #deckId: string;
  readonly #slides: EditedSlides;
  readonly #sender: Sender;
  readonly #reports: SaverReports;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #unanswered = 0;

  constructor(deckId: string, slides: EditedSlides, sender: Sender, reports: SaverReports) {
    this.#deckId = deckId;
    this.#slides = slides;
    this.#sender = sender;
    this.#reports = reports;
  }

  /** Whether the server has not answered the last request. */
  get isWaiting(): boolean {
    return this.#unanswered > 0;
  }

  /** Sends what is due after a delay; another call replaces it. */
  schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), delayMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.#slides.facts === undefined) return;
    this.#isSending = true;
    let isAnswered: boolean | undefined;
    do {
      isAnswered = await this.#sendNext();
      if (isAnswered !== undefined) this.#unanswered = isAnswered ? 0 : this.#unanswered + 1;
      this.#reports.onChange();
    } while (isAnswered === true);
    this.#isSending = false;
    if (isAnswered === false) this.schedule(retryMs[Math.min(this.#unanswered, retryMs.length) - 1] ?? 0);
  }

  /** @returns whether it was answered; undefined where there is nothing to send */
  async #sendNext(): Promise<boolean | undefined> {
    const [operation] = this.#slides.operations;
    if (operation !== undefined) return this.#operate(operation);
    for (const [slideId, draft] of this.#slides.drafts) {
      const stored = this.#slides.stored(slideId);
      if (stored === undefined) continue;
      const changes = changesOf(draft, stored.fields);
      if (Object.keys(changes).length > 0) return this.#save(stored, changes);
    }
    return undefined;
  }

  async #save({ slideId, id, version }: StoredSlide, changes: Partial<Fields>): Promise<boolean> {
    this.#slides.change(slideId, (draft) => sending(draft, changes));
    this.#reports.onChange();
    const saved = await this.#sender.change(SaveSlideDocument, { id, ifVersion: version, input: changes });
    if (saved.is === 'done' && saved.data.updateSlide) {
      const answered = storedSlide(saved.data.updateSlide.slide);
      this.#slides.store(answered);
      this.#slides.change(slideId, (draft, stored) => accepted(draft, answered.fields, stored));
      return true;
    }
    if (saved.is === 'refused' && !isOvertaken(saved.error)) {
      this.#slides.change(slideId, (draft) => refused(draft, faultsOf(saved.error, changes)));
      return true;
    }
    this.#slides.change(slideId, settled);
    return saved.is === 'refused' && this.#read();
  }

  /** Somebody else has changed the deck: reads it before the same is sent again. */
  async #read(): Promise<boolean> {
    const read = await this.#sender.read(EditedDeckDocument, { deckId: this.#deckId });
    if (read.is === 'done') this.#reports.onDeck(read.data.deck);
    return read.is === 'done';
  }

  async #operate(operation: Operation): Promise<boolean> {
    const outcome = await this.#request(operation);
    if (outcome.is === 'absent') return false;
    if (outcome.is === 'done' && outcome.data !== null) this.#reports.onDeck(outcome.data);
    else if (!(await this.#read())) return false;
    if (outcome.is === 'refused' && operation.kind === 'move' && isOvertaken(outcome.error)) return true;
    this.#slides.operations = this.#slides.operations.filter((one) => one !== operation);
    const isGone = outcome.is === 'refused' && problemOf(outcome.error)?.code === 'NOT_FOUND';
    if (outcome.is === 'refused' && !(isGone && operation.kind === 'remove')) {
      this.#reports.onRefusal(operation, outcome.error);
    } else if (operation.kind === 'add') {
      this.#arrange(operation);
    }
    return true;
  }

  /** A slide is added last: another place is a move of its own. */
  #arrange({ slideId, place }: Extract<Operation, { kind: 'add' }>): void {
    const { storedOrder, operations } = this.#slides;
    if (place === null || placeOf(storedOrder, slideId) === place || !storedOrder.includes(place)) return;
    this.#slides.operations = [move(slideId, place), ...operations];
  }

  async #request(operation: Operation): Promise<Outcome<EditedSlidesFragment | null>> {
    const { key: idempotencyKey, slideId } = operation;
    const deckId = this.#deckId;
    if (operation.kind === 'add') {
      const input = { ...operation.fields, ...operation.rest, slideId };
      const added = await this.#sender.change(AddSlideDocument, { deckId, input, idempotencyKey });
      return mapped(added, (data) => data.createSlide?.slide.deck);
    }
    const id = this.#slides.stored(slideId)?.id;
    // Somebody else has deleted it meanwhile.
    if (id === undefined) return { is: 'done', data: null };
    if (operation.kind === 'remove') {
      const removed = await this.#sender.change(RemoveSlideDocument, { id, idempotencyKey });
      return mapped(removed, (data) => data.deleteSlide?.slide.deck);
    }
    const slideIds = ordered(this.#slides.storedOrder, operation);
    const ifVersion = this.#slides.facts?.version ?? 0;
    const moved = await this.#sender.change(OrderSlidesDocument, { deckId, slideIds, ifVersion });
    return mapped(moved, (data) => data.reorderSlides?.deck);
  }
}

function mapped<Data>(
  outcome: Outcome<Data>,
  deckOf: (data: Data) => EditedSlidesFragment | null | undefined,
): Outcome<EditedSlidesFragment | null> {
  return outcome.is === 'done' ? { is: 'done', data: deckOf(outcome.data) ?? null } : outcome;
}

/** Whether somebody else has changed or deleted meanwhile what a request names. */
function isOvertaken(error: CombinedError): boolean {
  const problem = problemOf(error);
  return isOutdated(error) || problem?.code === 'NOT_FOUND' || problem?.reason === 'order_incomplete';
}

/** Why the fields of a request were refused: those that the answer names, or else all of them. */
function faultsOf(error: CombinedError, changes: Partial<Fields>): Draft['faults'] {
  const sent = Object.keys(changes) as Field[];
  const faults = (problemOf(error)?.errors ?? []).flatMap(({ pointer, detail }) => {
    const field = sent.find((name) => pointer?.replace(/^\/input/, '').split('/')[1] === name);
    return field === undefined ? [] : [[field, { text: detail, error }] as const];
  });
  const named = faults.length > 0 ? faults : sent.map((field) => [field, { text: reasonOf(error), error }] as const);
  return Object.fromEntries(named.toReversed());
}
