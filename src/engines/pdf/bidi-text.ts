import bidiFactory, { type Bidi } from 'bidi-js';

/** Writing direction: left to right, or right to left. */
export type Direction = 'ltr' | 'rtl';

/** A piece of a line whose characters all go in one direction, in the order in which they are read. */
export interface Run {
  readonly text: string;
  readonly direction: Direction;
}

/** A part of a text, its end not included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

// Its types describe an ES module; Node loads it as CommonJS, whose default is the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)();
const newline = /\r\n?|[\n\u2028\u2029]/;
const overrides = /[\u202a-\u202e]/g;
const isolates = /[\u2066-\u2069]/g;
/** Characters that show nothing. The two that join letters or keep them apart stay: fonts know them. */
const invisible = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;
/** Beyond those of the Stream-Safe Text Format (UAX #15), as the time to place marks rises with their square. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;
const [firstStrongIsolate, popIsolate] = ['\u2068', '\u2069'];

/** The direction in which a language is written, from its BCP 47 tag. */
export function directionOf(language: string): Direction {
  // TypeScript does not know the method yet.
  const locale = new Intl.Locale(language) as Intl.Locale & { getTextInfo: () => { direction?: Direction } };
  return locale.getTextInfo().direction ?? 'ltr';
}

/** The paragraphs of a text, without what would break its lines, turn its direction or take for ever to draw. */
export function paragraphsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .split(newline)
    .map((paragraph) =>
      paragraph
        .replaceAll(/\p{Cc}/gu, ' ')
        .replaceAll(overrides, '')
        .replaceAll(tooManyMarks, '$1'),
    );
}

/**
 * A value in a text: it goes in the direction of its own first letter and does not reorder its neighbours. A value with
 * isolates that do not match would end this one early, so it loses them.
 */
export function isolate(value: string): string {
  return value
    .split(newline)
    .map((line) => (isBalanced(line) ? line : line.replaceAll(isolates, '')))
    .map((line) => `${firstStrongIsolate}${line}${popIsolate}`)
    .join('\n');
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(isolates)) {
    depth += mark === popIsolate ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/**
 * The lines of a paragraph, each as its runs from left to right by the Unicode Bidirectional Algorithm (UAX #9).
 *
 * @param lines where the paragraph is broken, in the order in which it is read
 */
export function visualLines(paragraph: string, direction: Direction, lines: readonly Range[]): Run[][] {
  const embedding = bidi.getEmbeddingLevels(paragraph, direction);
  return lines.map(({ start, end }) => {
    if (start === end) return [];
    const order = Array.from({ length: end - start }, (_, index) => start + index);
    for (const [from = 0, to = 0] of bidi.getReorderSegments(paragraph, embedding, start, end - 1)) {
      const reversed = order.slice(from - start, to - start + 1).toReversed();
      order.splice(from - start, reversed.length, ...reversed);
    }
    return runsOf(paragraph, order, embedding.levels);
  });
}

function runsOf(paragraph: string, order: readonly number[], levels: Uint8Array): Run[] {
  const runs: { direction: Direction; characters: string[] }[] = [];
  for (const index of order) {
    const character = paragraph.charAt(index);
    const direction = (levels[index] ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
    const shown = direction === 'rtl' ? (bidi.getMirroredCharacter(character) ?? character) : character;
    const run = runs.at(-1);
    if (run?.direction === direction) run.characters.push(shown);
    else runs.push({ direction, characters: [shown] });
  }
  return runs
    .map(({ direction, characters }) => ({
      direction,
      text: visible((direction === 'rtl' ? characters.toReversed() : characters).join('')),
    }))
    .filter(({ text }) => text !== '');
}

/** A text without the characters that show nothing. */
export function visible(text: string): string {
  return text.replaceAll(invisible, '');
}
