import type { Faq, Slide, WordTiming } from './answers.ts';

/** What is spoken at one time: the narration of a slide, or an answer. */
export interface Track {
  /** Changes when it has to be loaded again. */
  readonly key: string;
  readonly text: string;
  readonly language: string;
  readonly audioUrl: string | null;
  readonly timings: readonly WordTiming[];
  /** Its voice is still being made. */
  readonly isPending: boolean;
  /** In seconds, as far as the timings are known. */
  readonly length: number;
}

/** A piece of the shown text; `word` is its index in the timings, null between words. */
export interface Piece {
  readonly text: string;
  readonly word: number | null;
}

type SpokenSlide = Pick<Slide, 'slideId' | 'narrationScript' | 'audioUrl' | 'wordTimings' | 'language' | 'timing'>;

export function slideTrack(slide: SpokenSlide): Track {
  return trackOf(slide.slideId, slide.narrationScript, slide, slide.timing === 'pending');
}

/** The answer to a question. It is read until its voice is there: nobody waits who has asked. */
export function answerTrack(faq: Faq): Track {
  return trackOf(`answer:${faq.userQuestion}`, faq.cannedAnswer, faq, false);
}

/** How long a slide without speech is shown. */
const wordlessSeconds = 5;

function trackOf(
  name: string,
  text: string,
  { language, audioUrl, wordTimings }: Pick<Faq, 'language' | 'audioUrl' | 'wordTimings'>,
  isPending: boolean,
): Track {
  // A recording without timings is played, with its text unlit.
  const timings = wordTimings.length > 0 || audioUrl !== null ? wordTimings : atReadingPace(text, language);
  const key = `${name} ${audioUrl?.split('?')[0] ?? ''} ${timings.length} ${text}`;
  return { key, text, language, audioUrl, timings, isPending, length: timings.at(-1)?.endTime ?? wordlessSeconds };
}

/** Times for a text that nobody speaks: each word as long as it takes to read it. */
function atReadingPace(text: string, language: string): WordTiming[] {
  let time = 0;
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].flatMap(({ segment, isWordLike }) => {
    if (isWordLike !== true) {
      if (/[.!?,;:。！？،؟]/.test(segment)) time += 0.25;
      return [];
    }
    const startTime = time;
    time += 0.12 + 0.06 * segment.length;
    return [{ word: segment, startTime, endTime: time }];
  });
}

/** Cuts the text where its words are. Where the timings name other words, these are shown in place of the text. */
export function piecesOf({ text, timings }: Track): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const [word, timing] of timings.entries()) {
    const at = text.indexOf(timing.word, from);
    if (at < 0)
      return timings.flatMap((one, index) => [
        { text: one.word, word: index },
        { text: ' ', word: null },
      ]);
    if (at > from) pieces.push({ text: text.slice(from, at), word: null });
    pieces.push({ text: timing.word, word });
    from = at + timing.word.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), word: null });
  return pieces;
}

/** The index of the word that is spoken at a time; -1 before the first. */
export function wordAt(timings: readonly WordTiming[], time: number): number {
  let low = 0;
  let high = timings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timings[middle]?.startTime ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const plain = (word: string): string => word.toLocaleLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const wordsOf = (text: string): string[] => text.split(/[\s-]+/).map(plain);

/** The word from which each bullet is spoken: the first that they share, or else by equal parts. */
export function bulletStarts(bullets: readonly string[], timings: readonly WordTiming[]): number[] {
  const spoken = timings.map(({ word }) => plain(word));
  let from = 0;
  return bullets.map((bullet, index) => {
    const keywords = new Set(wordsOf(bullet).filter((word) => word.length >= 5));
    const found = spoken.findIndex((word, at) => at >= from && keywords.has(word));
    from = found >= 0 ? found : Math.max(from, Math.floor((spoken.length * index) / bullets.length));
    return from;
  });
}

/** Whether a name, which may have several words, is spoken from a word on. */
function isNamed(name: string, spoken: readonly string[], from: number): boolean {
  let joined = '';
  for (let at = from; at < spoken.length && joined.length < name.length; at += 1) joined += spoken[at];
  return name !== '' && joined === name;
}

/** For each word, which of some whole names was named last by then; -1 before the first. The longest name counts. */
export function lastNamed(names: readonly string[], timings: readonly WordTiming[]): number[] {
  const spoken = timings.map(({ word }) => plain(word));
  const wanted = names.map(plain);
  const longestFirst = [...wanted.keys()].toSorted((a, b) => (wanted[b]?.length ?? 0) - (wanted[a]?.length ?? 0));
  let last = -1;
  return spoken.map((_, at) => {
    last = longestFirst.find((index) => isNamed(wanted[index] ?? '', spoken, at)) ?? last;
    return last;
  });
}
