import bidiFactory, { type Bidi } from 'bidi-js';

/** Writing direction: left to right, or right to left. */
export type Direction = 'ltr' | 'rtl';

/** A part of a line in one direction, in reading order. */
export interface Run {
  readonly text: string;
  readonly direction: Direction;
}

/** A range of a text; the end is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

// The types declare an ES module; Node loads CommonJS, whose default export is the function.
const bidi = (bidiFactory as unknown as () => Bidi)();
const newline = /\r\n?|[\n\u2028\u2029]/;
const overrides = /[\u202a-\u202e]/g;
const isolates = /[\u2066-\u2069]/g;
/** Invisible characters, except the joiners that fonts need. */
const invisible = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;
/** More combining marks than the Stream-Safe Text Format (UAX #15) allows: the time to place them is quadratic. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;
const [firstStrongIsolate, popIsolate] = ['\u2068', '\u2069'];

/** The writing direction of a language (BCP 47). */
export function directionOf(language: string): Direction {
  // TypeScript does not know the method yet.
  const locale = new Intl.Locale(language) as Intl.Locale & { getTextInfo: () => { direction?: Direction } };
  return locale.getTextInfo().direction ?? 'ltr';
}

/** Splits a text into paragraphs and removes control characters, direction overrides and excess combining marks. */
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
 * Isolates a value, so that its direction does not affect its neighbours. Unbalanced isolates inside it are removed.
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
 * Orders the lines of a paragraph visually by the Unicode Bidirectional Algorithm (UAX #9).
 *
 * @returns gives the runs of a line, from left to right
 */
export function visualOrder(paragraph: string, direction: Direction): (line: Range) => Run[] {
  const embedding = bidi.getEmbeddingLevels(paragraph, direction);
  return ({ start, end }) => {
    if (start === end) return [];
    const order = Array.from({ length: end - start }, (_, index) => start + index);
    for (const [from = 0, to = 0] of bidi.getReorderSegments(paragraph, embedding, start, end - 1)) {
      const reversed = order.slice(from - start, to - start + 1).toReversed();
      order.splice(from - start, reversed.length, ...reversed);
    }
    return runsOf(paragraph, order, embedding.levels);
  };
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

/** Removes invisible characters. */
export function visible(text: string): string {
  return text.replaceAll(invisible, '');
}
