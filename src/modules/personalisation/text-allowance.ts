import { labelOf } from '../../platform/input/safe-json.ts';
import { unprocessable } from '../../platform/input/validate.ts';
import {
  type CountCharacters,
  type PlaceholderValues,
  type RenderedText,
  type RenderOptions,
  renderTemplate,
  type Template,
} from '../../engines/template/placeholders.ts';

/** Whose texts are filled: how people call it, and where its texts stand. */
export interface TextOwner {
  /** Such as `slide "welcome"`. */
  readonly name: string;
  /** JSON Pointer to its texts in the deck. */
  readonly pointer: string;
}

/** Where a text stands. */
export interface TextPlace {
  readonly owner: TextOwner;
  /** JSON Pointer in the deck. */
  readonly pointer: string;
  /** Most characters that it may have once it is filled in; `mostInText` unless told. */
  readonly most?: number;
}

/** Most characters of one text that is filled in; an author may write 20,000. */
const mostInText = 200_000;
/** Most characters of the name of a tier and of each label of its price that are filled in: contracts print them. */
export const mostInLabel = 2_000;
/** Most characters of all texts of a presentation that are filled in, and of its warnings. */
const mostInAll = 5_000_000;
/** Most characters of all texts with those that have nothing to fill in: more would be too long for an answer. */
const mostWithPlain = 10_000_000;
/** Most characters of its narrations, about ten hours of speech: each word has a timing. */
const mostInNarrations = 500_000;

/**
 * What the filled texts of one presentation may take. It is counted while they are filled: a small deck whose variables
 * and tier names are long would otherwise use up the memory of the process.
 */
export class TextAllowance {
  #inAll = 0;
  #withPlain = 0;
  #inNarrations = 0;

  /**
   * Fills a text. One without placeholders may be as long as its author made it; only the sums count it.
   * @throws AppError `UNPROCESSABLE` that names the text when there would be too many characters
   */
  fill(template: Template, place: TextPlace, values: PlaceholderValues, options: RenderOptions): RenderedText {
    const isPlain = template.parts.every(({ kind }) => kind === 'text');
    const rendered = renderTemplate(template, values, options, isPlain ? undefined : this.#counter(place));
    this.#withPlain += rendered.text.length;
    refuseAbove(mostWithPlain, this.#withPlain, 'all texts of the presentation', place.pointer);
    if (isPlain && isNarration(place)) this.#narrate(rendered.text.length, place.pointer);
    return rendered;
  }

  /** Counts a warning about a text. @throws AppError `UNPROCESSABLE` */
  addWarning(detail: string, pointer: string): void {
    this.#count(detail.length, pointer);
  }

  #narrate(characters: number, pointer: string): void {
    this.#inNarrations += characters;
    refuseAbove(mostInNarrations, this.#inNarrations, 'the narrations of the presentation', pointer);
  }

  #counter({ owner, pointer, most = mostInText }: TextPlace): CountCharacters {
    const field = pointer.slice(owner.pointer.length);
    const what = `${labelOf(field)} of ${owner.name}`;
    const isSpoken = isNarration({ owner, pointer });
    let inText = 0;
    return (characters) => {
      inText += characters;
      refuseAbove(most, inText, what, pointer);
      if (isSpoken) this.#narrate(characters, pointer);
      this.#count(characters, pointer);
    };
  }

  #count(characters: number, pointer: string): void {
    this.#inAll += characters;
    refuseAbove(mostInAll, this.#inAll, 'the texts and warnings of the presentation', pointer);
  }
}

function isNarration({ owner, pointer }: TextPlace): boolean {
  return pointer === `${owner.pointer}/narrationScript`;
}

function refuseAbove(most: number, characters: number, what: string, pointer: string): void {
  if (characters <= most) return;
  const detail = `With its placeholders filled in, ${what} would have more than ${most.toLocaleString('en-US')} characters. Use fewer placeholders, or shorten the variables and tier names that they stand for.`;
  throw unprocessable(pointer, 'length', detail);
}
