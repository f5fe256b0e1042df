import { reasonOf } from '../api/problems.ts';
import { randomId } from '../../story/random-id.ts';
import { DeckSaver } from './deck-saver.ts';
import { chosen, edited, isUnsaved, noDraft, shownFields } from './draft.ts';
import { type DeckFacts, EditedSlides, type ShownSlide } from './edited-slides.ts';
import { type EditedSlidesFragment, RestOfSlidesDocument } from './editor.graphql.ts';
import { History, type Step } from './history.ts';
import { keep, kept } from './kept-edits.ts';
import { addition, move, type Operation, placeOf, removal } from './operations.ts';
import { readable } from './placeholder-names.ts';
import type { Sender } from './saving.ts';
import {
  emptyFields,
  type Field,
  fieldNames,
  type Fields,
  isSame,
  type Rest,
  restOf,
  type StoredSlide,
} from './slide-fields.ts';

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

/** Shows what could not be done and was rolled back, or what somebody else has done, with what undoes it. */
type Notify = (text: string, undo?: () => void) => void;

/** What has changed by undoing. */
interface Undone {
  readonly slideId: string;
  /** Null for the slide itself. */
  readonly field: Field | null;
}

/** How long nobody types before it is saved, in milliseconds. */
const pauseMs = 600;

/** One deck that is being edited: what its author does with it, what can be undone, and what is shown of it. */
export class EditedDeck {
  readonly deckId: string;
  readonly #sender: Sender;
  readonly #notify: Notify;
  readonly #history = new History();
  readonly #listeners = new Set<() => void>();
  readonly #slides: EditedSlides;
  readonly #saver: DeckSaver;
  /** Slides that this editor removes or has removed. */
  readonly #removed = new Set<string>();
  #isGone = false;
  #shown: Shown = { facts: undefined, slides: undefined, state: 'saved', canUndo: false, canRedo: false };

  constructor(deckId: string, sender: Sender, notify: Notify) {
    this.deckId = deckId;
    this.#sender = sender;
    this.#notify = notify;
    this.#slides = new EditedSlides(kept(deckId));
    for (const { kind, slideId } of this.#slides.operations) if (kind === 'remove') this.#removed.add(slideId);
    this.#saver = new DeckSaver(deckId, this.#slides, sender, {
      onChange: () => this.#change(),
      onDeck: (deck) => this.receive(deck),
      onRefusal: (operation, error) => this.#rollBack(operation, reasonOf(error)),
    });
  }

  readonly shown = (): Shown => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes what the server has; null for a deck that was deleted. */
  receive(deck: EditedSlidesFragment | null): void {
    const isFirst = this.#slides.facts === undefined;
    if (deck === null) {
      this.#isGone = true;
      this.#saver.stop();
    } else {
      for (const slide of this.#slides.receive(deck)) this.#lose(slide);
    }
    this.#change();
    // What an earlier visit of this tab left is stored now.
    if (isFirst && deck !== null) this.#saver.schedule(0);
  }

  edit<Name extends Field>(slideId: string, field: Name, value: Fields[Name]): void {
    const before = this.#slides.slide(slideId)?.fields[field];
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
    const rest = await this.#restOf(slideId, 'duplicated');
    const slide = this.#slides.slide(slideId);
    if (rest === null || slide === undefined) return null;
    const title = `Copy of ${slide.fields.title}`.slice(0, 500);
    return this.#addNew(slideId, { ...slide.fields, title }, rest);
  }

  #addNew(behind: string | null, fields: Fields, rest: Rest): string {
    const slideId = `slide-${randomId().slice(0, 13)}`;
    const place = behind === null ? null : placeOf(this.#slides.order, behind);
    this.#do({ kind: 'presence', slideId, fields, rest, place, isAdded: true });
    return slideId;
  }

  /** Deletes a slide; undoing restores it with all that it had. @returns whether it does */
  async remove(slideId: string): Promise<boolean> {
    const rest = await this.#restOf(slideId, 'deleted');
    const slide = this.#slides.slide(slideId);
    if (rest === null || slide === undefined) return false;
    const place = placeOf(this.#slides.order, slideId);
    this.#do({ kind: 'presence', slideId, fields: slide.fields, rest, place, isAdded: false });
    return true;
  }

  /** Restores a slide that was deleted. */
  restore(slideId: string): void {
    const step = this.#history.lastRemoval(slideId);
    if (step !== undefined && this.#slides.slide(slideId) === undefined) this.#do({ ...step, isAdded: true });
  }

  /** What a slide has that the editor does not show: a new one has nothing, null where it could not be read. */
  async #restOf(slideId: string, done: string): Promise<Rest | null> {
    const id = this.#slides.stored(slideId)?.id;
    if (id === undefined) return {};
    const read = await this.#sender.read(RestOfSlidesDocument, { id });
    if (read.is === 'done' && read.data.slide) return restOf(read.data.slide);
    this.#notify(`The slide is not ${done}: the server has not answered.`);
    return null;
  }

  /** Moves a slide before another one, or to the end. */
  move(slideId: string, place: string | null): void {
    const before = placeOf(this.#slides.order, slideId);
    if (place !== before && place !== slideId) this.#do({ kind: 'place', slideId, before, after: place });
  }

  /** Keeps one of two values of a field. */
  choose(slideId: string, field: Field, choice: 'mine' | 'theirs'): void {
    const before = this.#slides.slide(slideId)?.fields[field];
    const after = this.#slides.stored(slideId)?.fields[field];
    if (before === undefined || after === undefined) return;
    if (choice === 'theirs') this.#history.add({ kind: 'field', slideId, field, before, after }, Date.now());
    this.#slides.change(slideId, (draft, stored) => chosen(draft, stored, field, choice));
    this.#schedule(0);
  }

  undo(): Undone | null {
    return this.#again(this.#history.undo());
  }

  redo(): Undone | null {
    return this.#again(this.#history.redo());
  }

  /** Sends now what waits. */
  flush(): void {
    this.#schedule(0);
  }

  #again(step: Step | undefined): Undone | null {
    if (step === undefined) return null;
    const { slideId } = step;
    if (step.kind !== 'field') {
      this.#perform(step);
      return { slideId, field: null };
    }
    const now = this.#slides.slide(slideId)?.fields[step.field];
    if (now === undefined || !isSame(step.field, now, step.before)) {
      this.#notify(`${fieldNames[step.field]} has changed since: it is left as it is.`);
      this.#change();
      return null;
    }
    this.#write(slideId, step.field, step.after);
    return { slideId, field: step.field };
  }

  #write<Name extends Field>(slideId: string, field: Name, value: Fields[Name]): void {
    this.#slides.change(slideId, (draft, stored) => edited(draft, stored, field, value));
    this.#schedule(pauseMs);
  }

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
    const { kind, slideId } = operation;
    if (kind === 'remove') {
      this.#removed.add(slideId);
      this.#slides.drafts.delete(slideId);
    } else if (kind === 'add') {
      this.#removed.delete(slideId);
    }
    this.#slides.operations = [...this.#slides.operations, operation];
    this.#schedule(0);
  }

  #rollBack({ kind, slideId }: Operation, reason: string): void {
    const title = readable(this.#slides.slide(slideId)?.fields.title ?? 'New slide');
    this.#history.forget(kind === 'move' ? 'place' : 'presence', slideId);
    if (kind === 'remove') this.#removed.delete(slideId);
    if (kind === 'add') this.#slides.drafts.delete(slideId);
    const done = { add: 'added', remove: 'deleted', move: 'moved' }[kind];
    this.#notify(`“${title}” is not ${done}: ${reason}`);
  }

  /** The server no longer has a slide. Where somebody else has deleted it, it can be restored with what was not saved. */
  #lose({ slideId, fields }: StoredSlide): void {
    const draft = this.#slides.drafts.get(slideId) ?? noDraft;
    this.#slides.drafts.delete(slideId);
    if (this.#removed.has(slideId)) return;
    const all = shownFields(fields, draft);
    const unsaved = isUnsaved(draft) ? ' Undo restores it with your text that was not saved.' : '';
    this.#notify(`Somebody deleted the slide “${readable(all.title)}”.${unsaved}`, () =>
      this.#do({ kind: 'presence', slideId, fields: all, rest: {}, place: null, isAdded: true }),
    );
  }

  #schedule(delayMs: number): void {
    this.#change();
    if (!this.#isGone) this.#saver.schedule(delayMs);
  }

  #change(): void {
    const { facts, shown } = this.#slides;
    this.#shown = {
      facts,
      slides: this.#isGone ? null : facts && shown,
      state: this.#state(shown),
      canUndo: this.#history.canUndo,
      canRedo: this.#history.canRedo,
    };
    if (facts !== undefined) keep(this.deckId, this.#slides);
    for (const listener of this.#listeners) listener();
  }

  #state(slides: readonly ShownSlide[]): SaveState {
    if (this.#isGone) return 'saved';
    if (slides.some(({ theirs }) => Object.keys(theirs).length > 0)) return 'disputed';
    if (slides.some(({ faults }) => Object.keys(faults).length > 0)) return 'refused';
    if (this.#slides.operations.length === 0 && this.#slides.drafts.size === 0) return 'saved';
    return this.#saver.isWaiting ? 'waiting' : 'saving';
  }
}
