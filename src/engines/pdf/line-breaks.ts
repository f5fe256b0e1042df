import type { Range } from './bidi-text.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Chinese and Japanese are broken between any two characters, but for those that end or begin what is around them. */
const wide = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]`;
const ending = '[、。，．・：；？！」』）］｝〉》】〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ％]';
const beginning = '[「『（［｛〈《【〔￥]';
const places = new RegExp(`(?<!${beginning})(?!${ending})(?:(?<=${wide})|(?=${wide}))(?<!^)(?!$)`, 'gu');

/** Breaks a paragraph at spaces, between Chinese characters, and inside words that are longer than a line. */
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
  for (const { 0: run, index } of paragraph.matchAll(/[^ ]+/g)) {
    let at = index;
    for (const word of run.split(places)) {
      const width = widthOf(word);
      if (width <= room) add(word, at, width);
      else
        for (const { segment, index: within } of graphemes.segment(word)) add(segment, at + within, widthOf(segment));
      at += word.length;
    }
  }
  return [...lines, { start, end }];
}
