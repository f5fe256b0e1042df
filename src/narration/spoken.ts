import {
  fillTemplate,
  type FilledPiece,
  type PlaceholderValues,
  type RenderedText,
  type RenderOptions,
  type Template,
} from './placeholders.ts';
import { type SpokenWord, wordsOf } from '../speech/speech.ts';
import { literalSpeaker, type Segment } from './spoken-literals.ts';
import { spokenWriter } from './term-writers.ts';
import { tidy } from './tidy-text.ts';

/** A word of the shown text (between white space) and the words that are said for it, in order; none for a picture. */
export interface NarrationWord {
  readonly shown: string;
  readonly spoken: readonly string[];
}

/** A filled text for the eye and for the voice. The spoken words of `words`, in order, are the words of `spoken`. */
export interface RenderedNarration extends RenderedText {
  readonly spoken: string;
  readonly words: readonly NarrationWord[];
}

/** How to fill a narration: shown as the homeowner writes, said as the voice speaks. */
export interface NarrationOptions extends RenderOptions {
  /** BCP 47 tag by which the author wrote the text and the voice reads it; the homeowner's where both speak one language. */
  readonly voiceLocale: string;
}

/**
 * Fills a template for the eye, exactly as `renderTemplate` does, and for the voice: "$14,700" is said "14700 US
 * dollars". Speak `spoken`, then bring its timings back to the shown words with `timeShownWords`.
 * @throws RangeError when the locale or the currency is not well formed.
 */
export function renderNarration(
  template: Template,
  values: PlaceholderValues,
  options: NarrationOptions,
): RenderedNarration {
  const { pieces, missing } = fillTemplate(template, values, options);
  const speakTerm = spokenWriter(options.voiceLocale);
  const speakLiterals = literalSpeaker(options.voiceLocale, options.currency, speakTerm);
  const segments = tidy(pieces).flatMap(({ text, term }: FilledPiece): Segment[] => {
    if (term === null || (term.kind === 'text' && term.unit === undefined)) return speakLiterals(text);
    const shown = text.trimStart();
    return [...speakLiterals(text.slice(0, -shown.length)), { shown, spoken: speakTerm(term), whole: true }];
  });
  return {
    text: segments.map(({ shown }) => shown).join(''),
    missing,
    spoken: segments.map(({ spoken }) => spoken).join(''),
    words: alignedWords(segments),
  };
}

/**
 * Times of the shown words from the times of the spoken ones: from the start of the first to the end of the last that
 * is said for it. A word for which nothing is said has no length, at the end of the one before it.
 * @param timings one for each spoken word, in order
 * @throws RangeError when there are more or fewer.
 */
export function timeShownWords(
  words: readonly NarrationWord[],
  timings: readonly Pick<SpokenWord, 'startTime' | 'endTime'>[],
): SpokenWord[] {
  let next = 0;
  let end = 0;
  const timed = words.map(({ shown, spoken }) => {
    const said = timings.slice(next, next + spoken.length);
    next += spoken.length;
    const startTime = said[0]?.startTime ?? end;
    end = said.at(-1)?.endTime ?? end;
    return { word: shown, startTime, endTime: end };
  });
  if (next !== timings.length) throw new RangeError(`There are ${timings.length} timings for ${next} spoken words.`);
  return timed;
}

/** White space outside of whole segments is where shown and spoken words surely part alike. */
function alignedWords(segments: readonly Segment[]): NarrationWord[] {
  const words: NarrationWord[] = [];
  let shown = '';
  let spoken = '';
  const closeRun = (): void => {
    words.push(...shared(shown, spoken));
    [shown, spoken] = ['', ''];
  };
  for (const segment of segments) {
    const parts = segment.whole
      ? [segment]
      : segment.shown.split(/(\s+)/).map((part) => ({ shown: part, spoken: part }));
    for (const part of parts) {
      if (/^\s+$/.test(part.shown)) closeRun();
      shown += part.shown;
      spoken += part.spoken;
    }
  }
  closeRun();
  return words;
}

/** Shares out what is said among the words that are shown: "14 700 $ US" has four, "14700 dollars américains" three. */
function shared(shown: string, spoken: string): NarrationWord[] {
  const said = wordsOf(spoken);
  const seen = wordsOf(shown);
  const upTo = (index: number): number => Math.round((index * said.length) / seen.length);
  return seen.map((word, index) => ({ shown: word, spoken: said.slice(upTo(index), upTo(index + 1)) }));
}
