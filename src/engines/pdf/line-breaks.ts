import type { Range } from './bidi-text.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Breaks a paragraph at spaces, and inside words that are longer than a line. */
export function breakLines(paragraph: string, room: number, widthOf: (text: string) => number): Range[] {
  const lines: Range[] = [];
  const space = widthOf(' ');
  let [start, end, used] = [0, 0, 0];
  const add = (piece: string, at: number, width: number): void => {
    const wanted = used + (at - end) * space + width;
    if (end > start && wanted > room) {
      lines.push({ start, end });
      [start, used] = [at, width];
    } else {
      used = wanted;
    }
    end = at + piece.length;
  };
  for (const { 0: word, index } of paragraph.matchAll(/[^ ]+/g)) {
    const width = widthOf(word);
    if (width <= room) add(word, index, width);
    else for (const { segment, index: at } of graphemes.segment(word)) add(segment, index + at, widthOf(segment));
  }
  return [...lines, { start, end }];
}
