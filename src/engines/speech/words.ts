/** Scripts without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const eastAsian = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const onlyOpening = /^[\p{Ps}\p{Pi}\p{Sc}¿¡]+$/u;
const letterOrDigit = /[\p{L}\p{N}]/u;
const closing = '["\'’”»」』）)]*$';
const sentenceEnd = new RegExp(`[.!?…。！？｡។။]${closing}`);
const clauseEnd = new RegExp(`[,;:–—、，；：､،؛၊]${closing}`);

/** The dictionary depends on the script, not on the locale; a fixed locale gives equal results in all processes. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** A word and its position in its text. */
export interface WordPlace {
  readonly word: string;
  /** Start, in UTF-16 units. */
  readonly index: number;
}

/**
 * Words as timings count them: separated by white space, or by a dictionary in scripts without spaces. Punctuation
 * belongs to the adjacent word.
 */
export function wordPlaces(text: string): WordPlace[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) =>
    isUnspaced(word) ? segmented(word, index) : [{ word, index }],
  );
}

/** The words of a text as timings count them; see `wordPlaces`. */
export function wordsOf(text: string): string[] {
  return wordPlaces(text).map(({ word }) => word);
}

/** Whether a text uses a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/** What separates two words on a line: nothing in scripts without spaces, else a space. */
export function spaceBetween(before: string, after: string): '' | ' ' {
  if (eastAsian.test(before) || eastAsian.test(after)) return '';
  return isUnspaced(before) && isUnspaced(after) ? '' : ' ';
}

export function endsSentence(word: string): boolean {
  return sentenceEnd.test(word);
}

/** Whether a word ends a clause inside a sentence. */
export function endsClause(word: string): boolean {
  return clauseEnd.test(word);
}

/**
 * Splits a text into parts of at most `most` UTF-16 units: in the second half of each part after a sentence, else after
 * a clause, else after a word. The words of the parts are those of the text. A longer word is a part of its own.
 */
export function divideText(text: string, most: number): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let length = 0;
  for (const piece of piecesOf(text)) {
    if (length + piece.length > most && part.length > 0) {
      const cut = cutIn(part);
      parts.push(part.slice(0, cut).join('').trim());
      part = part.slice(cut);
      length = part.reduce((sum, one) => sum + one.length, 0);
    }
    part.push(piece);
    length += piece.length;
  }
  return [...parts, part.join('').trim()];
}

/** Each word with the white space after it, at most two characters, which separate words and paragraphs. */
function piecesOf(text: string): string[] {
  const places = wordPlaces(text);
  return places.map(({ word, index }, at) => {
    const end = index + word.length;
    return word + text.slice(end, places[at + 1]?.index ?? text.length).slice(0, 2);
  });
}

function cutIn(pieces: readonly string[]): number {
  for (const ends of [endsSentence, endsClause]) {
    const last = pieces.findLastIndex((piece, at) => at >= pieces.length / 2 && ends(piece.trimEnd()));
    if (last >= 0) return last + 1;
  }
  return pieces.length;
}

function segmented(run: string, start: number): WordPlace[] {
  const places: { word: string; index: number }[] = [];
  for (const { segment, index, isWordLike = false } of segmenter.segment(run)) {
    const last = places.at(-1);
    const begins = isWordLike || onlyOpening.test(segment);
    if (last === undefined || (begins && letterOrDigit.test(last.word))) {
      places.push({ word: segment, index: start + index });
    } else {
      last.word += segment;
    }
  }
  return places;
}
