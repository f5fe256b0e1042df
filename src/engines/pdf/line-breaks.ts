import type { Range } from './bidi-text.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Chinese and Japanese are broken between any two characters, but for those that end or begin what is around them. */
const wide = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]`;
const ending = '[、。，．・：；？！」』）］｝〉》】〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ％]';
const beginning = '[「『（［｛〈《【〔￥]';
const places = new RegExp(`(?<!${beginning})(?!${ending})(?:(?<=${wide})|(?=${wide}))(?<!^)(?!$)`, 'gu');

const unspaced = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** The words of a text without spaces, and each Chinese character. */
function wordsOf(text: string): string[] {
  return text.split(places).flatMap((part) => (unspaced.test(part) ? unspacedWords(part) : [part]));
}

/** Words of scripts that write no spaces, each with the punctuation that follows it. */
function unspacedWords(text: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    if (isWordLike === true || found.length === 0) found.push(segment);
    else found.push(`${found.pop()}${segment}`);
  }
  return found;
}

/** Widths in the unit of the room. */
interface Widths {
  /** Of a part of a line by itself. */
  ofPart(text: string): number;
  /** Of a line as it is drawn: its letters join, and pairs of them move together or apart. */
  ofLine(line: Range): number;
}

interface Segment extends Range {
  readonly width: number;
}

/** Breaks a paragraph at spaces, between words of Thai and between Chinese characters, and inside longer words. */
export function breakLines(paragraph: string, room: number, widths: Widths): Range[] {
  const parts = partsOf(paragraph, room, widths);
  const space = widths.ofPart(' ');
  const lines: Range[] = [];
  let [first, start] = [0, 0];
  while (first < parts.length) {
    let last = lastThatFits(parts, first, room, space);
    while (last > first && widths.ofLine({ start, end: endOf(parts, last) }) > room) last -= 1;
    lines.push({ start, end: endOf(parts, last) });
    first = last + 1;
    start = parts[first]?.start ?? start;
  }
  return lines.length === 0 ? [{ start: 0, end: 0 }] : lines;
}

function lastThatFits(parts: readonly Segment[], first: number, room: number, space: number): number {
  let used = parts[first]?.width ?? 0;
  let last = first;
  for (let next = first + 1; next < parts.length; next += 1) {
    const { start, width } = parts[next] ?? { start: 0, width: 0 };
    used += (start - endOf(parts, last)) * space + width;
    if (used > room) break;
    last = next;
  }
  return last;
}

function endOf(parts: readonly Segment[], index: number): number {
  return parts[index]?.end ?? 0;
}

/** The parts of a paragraph between which a line may end. */
function partsOf(paragraph: string, room: number, { ofPart }: Widths): Segment[] {
  const parts: Segment[] = [];
  for (const { 0: run, index } of paragraph.matchAll(/[^ ]+/g)) {
    let start = index;
    for (const word of wordsOf(run)) {
      const width = ofPart(word);
      if (width <= room) parts.push({ start, end: start + word.length, width });
      else
        for (const { segment, index: within } of graphemes.segment(word))
          parts.push({ start: start + within, end: start + within + segment.length, width: ofPart(segment) });
      start += word.length;
    }
  }
  return parts;
}
