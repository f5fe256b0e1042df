import { type Field, type Fields, isSame, type Rest } from './slide-fields.ts';

/** Where a slide stands: before another one, or last. */
export type Place = string | null;

/** Something that its author can take back. Slides are named by their keys, which stay when a slide is restored. */
export type Step =
  | {
      readonly kind: 'field';
      readonly slideId: string;
      readonly field: Field;
      readonly before: Fields[Field];
      readonly after: Fields[Field];
    }
  | {
      readonly kind: 'presence';
      readonly slideId: string;
      readonly fields: Fields;
      readonly rest: Rest;
      readonly place: Place;
      readonly isAdded: boolean;
    }
  | { readonly kind: 'place'; readonly slideId: string; readonly before: Place; readonly after: Place };

/** How long somebody types without a pause for what is undone at once, in milliseconds. */
const pauseMs = 1_000;
const maxSteps = 500;

/** What was done, and what was undone and may be done again. */
export class History {
  #done: Step[] = [];
  #undone: Step[] = [];
  #at = 0;

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Adds a step. What is typed into one field without a pause is one step. @param now in milliseconds */
  add(step: Step, now: number): void {
    const last = this.#done.at(-1);
    const isOne =
      last?.kind === 'field' &&
      step.kind === 'field' &&
      last.slideId === step.slideId &&
      last.field === step.field &&
      this.#undone.length === 0 &&
      now - this.#at < pauseMs &&
      isSame(last.field, last.after, step.before);
    if (isOne) this.#done[this.#done.length - 1] = { ...last, after: step.after };
    else this.#done = [...this.#done.slice(1 - maxSteps), step];
    this.#undone = [];
    this.#at = now;
  }

  /** How a slide was deleted last. */
  lastRemoval(slideId: string): Extract<Step, { kind: 'presence' }> | undefined {
    const isRemoval = (step: Step): step is Extract<Step, { kind: 'presence' }> =>
      step.kind === 'presence' && step.slideId === slideId && !step.isAdded;
    return this.#done.findLast(isRemoval);
  }

  /** The step to take back, the other way round. */
  undo(): Step | undefined {
    const step = this.#done.pop();
    if (step === undefined) return undefined;
    this.#undone.push(step);
    this.#at = 0;
    return reversed(step);
  }

  /** The step to do again. */
  redo(): Step | undefined {
    const step = this.#undone.pop();
    if (step === undefined) return undefined;
    this.#done.push(step);
    this.#at = 0;
    return step;
  }

  /** Forgets the last step of a kind with a slide: it could not be done. */
  forget(kind: Step['kind'], slideId: string): void {
    const at = this.#done.findLastIndex((step) => step.kind === kind && step.slideId === slideId);
    if (at >= 0) this.#done = this.#done.toSpliced(at, 1);
  }
}

function reversed(step: Step): Step {
  if (step.kind === 'presence') return { ...step, isAdded: !step.isAdded };
  return { ...step, before: step.after, after: step.before } as Step;
}
