import { attributeNames, isNarrated, type Attributes } from '../../kit/data/index.ts';
import { labelOf, unprocessable } from '../../kit/input/index.ts';
import {
  type CountCharacters,
  type PlaceholderValues,
  type RenderedText,
  type RenderOptions,
  renderTemplate,
  type Template,
} from '../../engines/template/placeholders.ts';
import { faqAttributes } from '../../authoring/faqs/faq.attributes.ts';
import { slideAttributes } from '../../authoring/slides/slide.attributes.ts';

export interface TextOwner {
  /** Its name in messages, such as `slide "welcome"`. */
  readonly name: string;
  /** JSON Pointer to its texts in the deck. */
  readonly pointer: string;
}

/** The position of a text in the deck. */
export interface TextPlace {
  readonly owner: TextOwner;
  /** JSON Pointer in the deck. */
  readonly pointer: string;
  /** Most characters after filling; by default `mostInText`. */
  readonly most?: number;
}

/** Most characters of one filled text; an author may write 20,000. */
const mostInText = 200_000;
/** Most characters of a filled tier name or price label: contracts print them. */
export const mostInLabel = 2_000;
/** Most characters of all filled texts and warnings of a presentation. */
const mostInAll = 5_000_000;
/** Most characters of all texts, filled or not: more would not fit in a response. */
const mostWithPlain = 10_000_000;
/** Most characters of all narrations and answers, about ten hours of speech: each word has a timing. */
const mostInNarrations = 500_000;
/** The texts of slides and FAQs that are spoken. */
const narrated = [slideAttributes, faqAttributes].flatMap((set: Attributes) => attributeNames(set, isNarrated));

/**
 * Limits the size of the filled texts of one presentation. It counts while they are filled, because a small deck with
 * long variables and tier names could otherwise exhaust the memory.
 */
export class TextAllowance {
  #inAll = 0;
  #withPlain = 0;
  #inNarrations = 0;

  /**
   * Fills a text. A text without placeholders counts towards the sums only.
   *
   * @throws AppError `UNPROCESSABLE` that names the text when a limit is exceeded
   */
  fill(template: Template, place: TextPlace, values: PlaceholderValues, options: RenderOptions): RenderedText {
    const isPlain = template.parts.every(({ kind }) => kind === 'text');
    const rendered = renderTemplate(template, values, options, isPlain ? undefined : this.#counter(place));
    this.#withPlain += rendered.text.length;
    requireAtMost(mostWithPlain, this.#withPlain, 'all texts of the presentation', place.pointer);
    if (isPlain && isNarration(place)) this.#narrate(rendered.text.length, place.pointer);
    return rendered;
  }

  /** Counts the characters of a warning. @throws AppError `UNPROCESSABLE` */
  addWarning(detail: string, pointer: string): void {
    this.#count(detail.length, pointer);
  }

  #narrate(characters: number, pointer: string): void {
    this.#inNarrations += characters;
    requireAtMost(mostInNarrations, this.#inNarrations, 'the narrations of the presentation', pointer);
  }

  #counter({ owner, pointer, most = mostInText }: TextPlace): CountCharacters {
    const field = pointer.slice(owner.pointer.length);
    const what = `${labelOf(field)} of ${owner.name}`;
    const isSpoken = isNarration({ owner, pointer });
    let inText = 0;
    return (characters) => {
      inText += characters;
      requireAtMost(most, inText, what, pointer);
      if (isSpoken) this.#narrate(characters, pointer);
      this.#count(characters, pointer);
    };
  }

  #count(characters: number, pointer: string): void {
    this.#inAll += characters;
    requireAtMost(mostInAll, this.#inAll, 'the texts and warnings of the presentation', pointer);
  }
}

function isNarration({ owner, pointer }: TextPlace): boolean {
  return narrated.some((field) => pointer === `${owner.pointer}/${field}`);
}

function requireAtMost(most: number, characters: number, what: string, pointer: string): void {
  if (characters <= most) return;
  const detail = `With its placeholders filled in, ${what} would have more than ${most.toLocaleString('en-US')} characters. Use fewer placeholders, or shorten the variables and tier names that they stand for.`;
  throw unprocessable('texts_too_long', pointer, 'length', detail);
}
