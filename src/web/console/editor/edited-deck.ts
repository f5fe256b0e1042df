import type { CombinedError } from '@urql/core';
import { problemOf, reasonOf } from '../api/problems.ts';
import { randomId } from '../../story/random-id.ts';
import {
  accepted,
  changesOf,
  chosen,
  contested,
  type Draft,
  edited,
  isUnsaved,
  noDraft,
  received,
  refused,
  sending,
  settled,
  shownFields,
} from './draft.ts';
import {
  AddSlideDocument,
  EditedDeckDocument,
  type EditedSlidesFragment,
  OrderSlidesDocument,
  RemoveSlideDocument,
  RestOfSlidesDocument,
  SaveSlideDocument,
  type UpdateSlideInput,
} from './editor.graphql.ts';
import { History, type Step } from './history.ts';
import { keepDrafts, keptDrafts } from './kept-edits.ts';
import { readable } from './placeholder-names.ts';
import { addition, move, type Operation, ordered, placeOf, removal } from './operations.ts';
import type { Outcome, Sender } from './saving.ts';
import {
  emptyFields,
  type Field,
  fieldNames,
  type Fields,
  isSame,
  type Rest,
  restOf,
  type StoredSlide,
  storedSlide,
} from './slide-fields.ts';

/** A slide as its author sees it. */
export interface ShownSlide {
  readonly slideId: string;
  /** Null while the server has no such slide yet. */
  readonly id: string | null;
  readonly version: number;
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
  /** The color of its brand. */
  readonly color: string | null;
  /** The names of its variables. */
  readonly variables: readonly string[];
}

/** Whether what was written is stored. `waiting`: the server does not answer. `disputed`, `refused`: its author has to act. */
export type SaveState = 'saved' | 'saving' | 'waiting' | 'disputed' | 'refused';

export interface Shown {
  /** Undefined until the deck is read. */
  readonly facts: DeckFacts | undefined;
  /** Undefined until the deck is read; null once there is none. */
  readonly slides: readonly ShownSlide[] | null | undefined;
  readonly state: SaveState;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** What the model reports to its screen. */
export interface Reports {
  /** A change could not be made and was rolled back, or somebody else has deleted a slide. */
  readonly notice: (text: string, undo?: () => void) => void;
}

/** How long nobody types before it is saved, and how long a request waits that was not answered. In milliseconds. */
const pauseMs = 600;
const retryMs = [1_000, 2_000, 5_000, 10_000] as const;

/**
 * One deck being edited: what the server has, what is not saved yet, and what can be undone. It sends one request at a time, and
 * repeats what was not answered.
 */
export class EditedDeck {
  readonly #deckId: string;
  readonly #sender: Sender;
  readonly #reports: Reports;
  readonly #history = new History();
  readonly #listeners = new Set<() => void>();
  readonly #drafts: Map<string, Draft>;
  #stored = new Map<string, StoredSlide>();
  #version = -1;
  #facts: DeckFacts | undefined;
  #isGone = false;
  #operations: readonly Operation[] = [];
  /** Slides that the editor itself removes or has removed. */
  readonly #removed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #unanswered = 0;
  #shown: Shown = { facts: undefined, slides: undefined, state: 'saved', canUndo: false, canRedo: false };

  constructor(deckId: string, sender: Sender, reports: Reports) {
    this.#deckId = deckId;
    this.#sender = sender;
    this.#reports = reports;
    this.#drafts = keptDrafts(deckId);
  }

  readonly shown = (): Shown => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes what the server has. What is older than known is left out; null is a deck that was deleted. */
  receive(deck: EditedSlidesFragment | null): void {
    if (deck === null) {
      this.#isGone = true;
      this.#change();
      return;
    }
    const isFirst = this.#version < 0;
    if (deck.version >= this.#version) {
      const before = this.#stored;
      this.#version = deck.version;
      const { version, defaultLanguage: language, brand, variables } = deck;
      const languages = [
        ...new Set(deck.slides.flatMap(({ translations }) => translations.map((one) => one.language))),
      ];
      this.#facts = { version, language, languages, color: brand?.color ?? null, variables: Object.keys(variables) };
      this.#stored = new Map(
        deck.slides.map((slide) => [slide.slideId, newer(before.get(slide.slideId), storedSlide(slide))]),
      );
      for (const slide of before.values()) if (!this.#stored.has(slide.slideId)) this.#lose(slide);
    } else {
      for (const slide of deck.slides) this.#store(storedSlide(slide));
    }
    for (const [slideId, draft] of this.#drafts) this.#put(slideId, this.#beside(slideId, draft, received));
    this.#change();
    if (isFirst) this.#schedule(0);
  }

  #store(slide: StoredSlide): void {
    const before = this.#stored.get(slide.slideId);
    if (before !== undefined) this.#stored.set(slide.slideId, newer(before, slide));
  }

  /** Somebody else has deleted a slide: nothing of it is lost. */
  #lose({ slideId, fields }: StoredSlide): void {
    const draft = this.#drafts.get(slideId) ?? noDraft;
    this.#drafts.delete(slideId);
    if (this.#removed.has(slideId)) return;
    const all = shownFields(fields, draft);
    const text = isUnsaved(draft) ? 'with text of yours that was not saved' : '';
    this.#reports.notice(`Somebody deleted the slide “${readable(all.title)}” ${text}`.trim(), () =>
      this.#do({ kind: 'presence', slideId, fields: all, rest: {}, place: null, isAdded: true }),
    );
  }

  // What its author does.

  edit<Name extends Field>(slideId: string, field: Name, value: Fields[Name]): void {
    const before = this.#slide(slideId)?.fields[field];
    if (before === undefined || isSame(field, before, value)) return;
    this.#history.add({ kind: 'field', slideId, field, before, after: value }, Date.now());
    this.#write(slideId, field, value);
  }

  /** Adds a slide behind another one, or last. @returns its key */
  add(behind: string | null, title: string): string {
    return this.#addNew(behind, emptyFields(title), {});
  }

  /** Adds a slide with the same values behind it. @returns its key; null where the slide could not be read */
  async duplicate(slideId: string): Promise<string | null> {
    const slide = this.#slide(slideId);
    if (slide === undefined) return null;
    const rest = slide.id === null ? {} : await this.#restOf(slide.id);
    if (rest === null) {
      this.#reports.notice('The slide is not duplicated: the server has not answered.');
      return null;
    }
    return this.#addNew(slideId, { ...slide.fields, title: `Copy of ${slide.fields.title}`.slice(0, 500) }, rest);
  }

  #addNew(behind: string | null, fields: Fields, rest: Rest): string {
    const slideId = `slide-${randomId().slice(0, 13)}`;
    const place = behind === null ? null : placeOf(this.#order(), behind);
    this.#do({ kind: 'presence', slideId, fields, rest, place, isAdded: true });
    return slideId;
  }

  async #restOf(id: string): Promise<Rest | null> {
    const read = await this.#sender.read(RestOfSlidesDocument, { id });
    return read.is === 'done' && read.data.slide ? restOf(read.data.slide) : null;
  }

  /** Deletes a slide; undoing restores it with all that it had. */
  async remove(slideId: string): Promise<boolean> {
    const slide = this.#slide(slideId);
    if (slide === undefined) return false;
    const rest = slide.id === null ? {} : await this.#restOf(slide.id);
    if (rest === null) {
      this.#reports.notice('The slide is not deleted: the server has not answered.');
      return false;
    }
    const { fields } = this.#slide(slideId) ?? slide;
    this.#do({ kind: 'presence', slideId, fields, rest, place: placeOf(this.#order(), slideId), isAdded: false });
    return true;
  }

  /** Restores a slide that was deleted. */
  restore(slideId: string): void {
    const step = this.#history.lastRemoval(slideId);
    if (step !== undefined) this.#do({ ...step, isAdded: true });
  }

  /** Moves a slide before another one, or to the end. */
  move(slideId: string, place: string | null): void {
    const before = placeOf(this.#order(), slideId);
    if (place !== before && place !== slideId) this.#do({ kind: 'place', slideId, before, after: place });
  }

  choose(slideId: string, field: Field, choice: 'mine' | 'theirs'): void {
    const [slide, stored, draft] = [this.#slide(slideId), this.#stored.get(slideId), this.#drafts.get(slideId)];
    if (slide === undefined || stored === undefined || draft === undefined) return;
    const { [field]: before } = slide.fields;
    if (choice === 'theirs') {
      this.#history.add({ kind: 'field', slideId, field, before, after: stored.fields[field] }, Date.now());
    }
    this.#put(slideId, chosen(draft, stored.fields, field, choice));
    this.#schedule(0);
  }

  /** @returns the slide and field that has changed */
  undo(): { readonly slideId: string; readonly field: Field | null } | null {
    return this.#again(this.#history.undo());
  }

  redo(): { readonly slideId: string; readonly field: Field | null } | null {
    return this.#again(this.#history.redo());
  }

  #again(step: Step | undefined): { readonly slideId: string; readonly field: Field | null } | null {
    if (step === undefined) return null;
    const { slideId } = step;
    if (step.kind !== 'field') {
      this.#perform(step);
      return { slideId, field: null };
    }
    const now = this.#slide(slideId)?.fields[step.field];
    if (now === undefined || !isSame(step.field, now, step.before)) {
      this.#reports.notice(`${fieldNames[step.field]} has changed since: it is left as it is.`);
      this.#change();
      return null;
    }
    this.#write(slideId, step.field, step.after);
    return { slideId, field: step.field };
  }

  /** Sends now what waits. */
  flush(): void {
    this.#schedule(0);
  }

  // How it becomes visible.

  #do(step: Exclude<Step, { kind: 'field' }>): void {
    this.#history.add(step, Date.now());
    this.#perform(step);
  }

  #perform(step: Exclude<Step, { kind: 'field' }>): void {
    const { slideId } = step;
    if (step.kind === 'place') this.#operate(move(slideId, step.after));
    else if (step.isAdded) this.#operate(addition(slideId, step.fields, step.place, step.rest));
    else this.#operate(removal(slideId));
  }

  #operate(operation: Operation): void {
    if (operation.kind === 'remove') {
      this.#removed.add(operation.slideId);
      this.#drafts.delete(operation.slideId);
    } else if (operation.kind === 'add') {
      this.#removed.delete(operation.slideId);
    }
    this.#operations = [...this.#operations, operation];
    this.#schedule(0);
  }

  #write<Name extends Field>(slideId: string, field: Name, value: Fields[Name]): void {
    const stored = this.#base(slideId);
    if (stored === undefined) return;
    this.#put(slideId, edited(this.#drafts.get(slideId) ?? noDraft, stored, field, value));
    this.#schedule(pauseMs);
  }

  #put(slideId: string, draft: Draft | undefined): void {
    if (draft === undefined || (!isUnsaved(draft) && Object.keys(draft.sent).length === 0))
      this.#drafts.delete(slideId);
    else this.#drafts.set(slideId, draft);
  }

  #beside(slideId: string, draft: Draft, change: (draft: Draft, stored: Fields) => Draft): Draft {
    const stored = this.#base(slideId);
    return stored === undefined ? draft : change(draft, stored);
  }

  /** The fields under a draft: of the server, or of the slide that is being added. */
  #base(slideId: string): Fields | undefined {
    const added = this.#operations.findLast((one) => one.kind === 'add' && one.slideId === slideId);
    return this.#stored.get(slideId)?.fields ?? (added?.kind === 'add' ? added.fields : undefined);
  }

  #order(): readonly string[] {
    return this.#operations.reduce<readonly string[]>(ordered, [...this.#stored.keys()]);
  }

  #slide(slideId: string): ShownSlide | undefined {
    const fields = this.#base(slideId);
    if (fields === undefined) return undefined;
    const stored = this.#stored.get(slideId);
    const draft = this.#drafts.get(slideId) ?? noDraft;
    const disputed = stored === undefined ? [] : contested(draft, fields);
    return {
      slideId,
      id: stored?.id ?? null,
      version: stored?.version ?? 0,
      fields: shownFields(fields, draft),
      theirs: Object.fromEntries(disputed.map((field) => [field, fields[field]])),
      faults: draft.faults,
      isAudioStale: stored?.isAudioStale ?? false,
      warnings: stored?.warnings ?? [],
    };
  }

  #change(): void {
    const isRead = this.#version >= 0;
    const slides = this.#order().flatMap((slideId) => this.#slide(slideId) ?? []);
    this.#shown = {
      facts: this.#facts,
      slides: this.#isGone ? null : isRead ? slides : undefined,
      state: this.#state(slides),
      canUndo: this.#history.canUndo,
      canRedo: this.#history.canRedo,
    };
    if (isRead) keepDrafts(this.#deckId, this.#drafts);
    for (const listener of this.#listeners) listener();
  }

  #state(slides: readonly ShownSlide[]): SaveState {
    if (this.#isGone) return 'saved';
    if (slides.some(({ theirs }) => Object.keys(theirs).length > 0)) return 'disputed';
    if (slides.some(({ faults }) => Object.keys(faults).length > 0)) return 'refused';
    if (this.#operations.length === 0 && this.#drafts.size === 0) return 'saved';
    return this.#unanswered > 0 ? 'waiting' : 'saving';
  }

  // How it is stored.

  #schedule(delayMs: number): void {
    this.#change();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), delayMs);
  }

  /** Sends all that is due, one after the other. */
  async #send(): Promise<void> {
    if (this.#isSending || this.#isGone || this.#version < 0) return;
    this.#isSending = true;
    let isAnswered: boolean | undefined;
    do {
      isAnswered = await this.#sendNext();
      if (isAnswered !== undefined) this.#unanswered = isAnswered ? 0 : this.#unanswered + 1;
      this.#change();
    } while (isAnswered === true);
    this.#isSending = false;
    if (isAnswered === false) {
      const waitMs = retryMs[Math.min(this.#unanswered, retryMs.length) - 1] ?? 0;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#send(), waitMs);
    }
  }

  /** @returns whether it was answered; undefined where there is nothing to send */
  async #sendNext(): Promise<boolean | undefined> {
    const [operation] = this.#operations;
    if (operation !== undefined) return this.#sendOperation(operation);
    for (const [slideId, draft] of this.#drafts) {
      const stored = this.#stored.get(slideId);
      if (stored === undefined) continue;
      const changes = changesOf(draft, stored.fields);
      if (Object.keys(changes).length > 0) return this.#save(stored, draft, changes);
    }
    return undefined;
  }

  async #save(stored: StoredSlide, draft: Draft, changes: Partial<Fields>): Promise<boolean> {
    const { slideId, id, version } = stored;
    this.#drafts.set(slideId, sending(draft, changes));
    this.#change();
    const input: UpdateSlideInput = changes;
    const saved = await this.#sender.change(SaveSlideDocument, { id, ifVersion: version, input });
    const now = this.#drafts.get(slideId);
    if (saved.is === 'done' && saved.data.updateSlide) {
      const answered = storedSlide(saved.data.updateSlide.slide);
      this.#store(answered);
      if (now !== undefined)
        this.#put(
          slideId,
          this.#beside(slideId, now, (one, all) => accepted(one, answered.fields, all)),
        );
      return true;
    }
    if (saved.is === 'refused') return this.#refuse(slideId, changes, saved.error);
    if (now !== undefined) this.#put(slideId, this.#beside(slideId, now, settled));
    return false;
  }

  async #refuse(slideId: string, changes: Partial<Fields>, error: CombinedError): Promise<boolean> {
    const draft = this.#drafts.get(slideId);
    if (draft === undefined) return true;
    const code = problemOf(error)?.code;
    if (code === 'PRECONDITION_FAILED' || code === 'NOT_FOUND') {
      this.#put(slideId, this.#beside(slideId, draft, settled));
      return this.#read();
    }
    this.#put(slideId, refused(draft, faultsOf(error, changes)));
    return true;
  }

  /** Somebody else has changed the deck: reads it before the same is sent again. */
  async #read(): Promise<boolean> {
    const read = await this.#sender.read(EditedDeckDocument, { deckId: this.#deckId });
    if (read.is === 'done') this.receive(read.data.deck);
    return read.is === 'done';
  }

  async #sendOperation(operation: Operation): Promise<boolean> {
    const outcome = await this.#request(operation);
    if (outcome.is === 'absent') return false;
    const isDone =
      outcome.is === 'done' || (operation.kind === 'remove' && problemOf(outcome.error)?.code === 'NOT_FOUND');
    if (outcome.is === 'done' && outcome.data !== null) {
      this.receive(outcome.data);
    } else if (!(await this.#read())) {
      return false;
    }
    const isAgain = outcome.is === 'refused' && operation.kind === 'move' && isOutdated(outcome.error);
    if (!isAgain) this.#operations = this.#operations.filter((one) => one !== operation);
    if (!isDone && !isAgain && outcome.is === 'refused') this.#rollBack(operation, outcome.error);
    if (isDone && operation.kind === 'add') this.#arrange(operation);
    return true;
  }

  /** A slide is added last: another place is a move of its own. */
  #arrange({ slideId, place }: Extract<Operation, { kind: 'add' }>): void {
    if (place !== null && placeOf([...this.#stored.keys()], slideId) !== place && this.#stored.has(place)) {
      this.#operations = [move(slideId, place), ...this.#operations];
    }
  }

  #rollBack({ kind, slideId }: Operation, error: CombinedError): void {
    const title = readable(this.#slide(slideId)?.fields.title ?? 'new slide');
    this.#history.forget(kind === 'move' ? 'place' : 'presence', slideId);
    if (kind === 'remove') this.#removed.delete(slideId);
    if (kind === 'add') this.#drafts.delete(slideId);
    const done = { add: 'added', remove: 'deleted', move: 'moved' }[kind];
    this.#reports.notice(`“${title}” is not ${done}: ${reasonOf(error)}`);
  }

  async #request(operation: Operation) {
    const { key: idempotencyKey, slideId } = operation;
    const deckId = this.#deckId;
    if (operation.kind === 'add') {
      const { fields, rest } = operation;
      const input = { ...fields, ...rest, slideId };
      return mapped(
        await this.#sender.change(AddSlideDocument, { deckId, input, idempotencyKey }),
        (data) => data.createSlide?.slide.deck,
      );
    }
    const id = this.#stored.get(slideId)?.id;
    // Somebody else has deleted it meanwhile.
    if (id === undefined) return { is: 'done', data: null } as const;
    if (operation.kind === 'remove') {
      return mapped(
        await this.#sender.change(RemoveSlideDocument, { id, idempotencyKey }),
        (data) => data.deleteSlide?.slide.deck,
      );
    }
    const slideIds = ordered([...this.#stored.keys()], operation);
    const sent = await this.#sender.change(OrderSlidesDocument, { deckId, slideIds, ifVersion: this.#version });
    return mapped(sent, (data) => data.reorderSlides?.deck);
  }
}

/** Whether somebody else has changed the deck meanwhile. */
function isOutdated(error: CombinedError): boolean {
  const { code, reason } = (problemOf(error) ?? {}) as { code?: string; reason?: string };
  return code === 'PRECONDITION_FAILED' || reason === 'order_incomplete';
}

/** The newer of two states of a slide: answers may overtake one another. */
function newer(before: StoredSlide | undefined, slide: StoredSlide): StoredSlide {
  return before !== undefined && before.id === slide.id && before.version > slide.version ? before : slide;
}

/** Why the fields of a request were refused: those that the answer names, or else all of them. */
function faultsOf(error: CombinedError, changes: Partial<Fields>): Draft['faults'] {
  const sent = Object.keys(changes) as Field[];
  const faults = (problemOf(error)?.errors ?? []).flatMap(({ pointer, detail }) => {
    const field = sent.find((name) => pointer?.replace(/^\/input/, '').split('/')[1] === name);
    return field === undefined ? [] : [[field, detail] as const];
  });
  const named = faults.length > 0 ? faults : sent.map((field) => [field, reasonOf(error)] as const);
  return Object.fromEntries(named.toReversed());
}

function mapped<Data>(
  outcome: Outcome<Data>,
  deckOf: (data: Data) => EditedSlidesFragment | null | undefined,
): Outcome<EditedSlidesFragment | null> {
  return outcome.is === 'done' ? { is: 'done', data: deckOf(outcome.data) ?? null } : outcome;
}
