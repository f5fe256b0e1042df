import {
  fillTemplate,
  type FilledPiece,
  type PlaceholderValues,
  type RenderedText,
  type RenderOptions,
  type Template,
} from '../template/placeholders.ts';
import type { SpokenWord } from '../speech/speech.ts';
import { wordsOf } from '../speech/words.ts';
import { unitBehindNumber } from './literal-rules.ts';
import { emoji, literalSpeaker, type Segment, speakValue } from './spoken-literals.ts';
import { spokenWriter } from '../template/term-writers.ts';
import { tidy } from '../template/tidy-text.ts';

/** A shown word (between white space) and the words spoken for it, in order; none for an emoji. */
export interface NarrationWord {
  readonly shown: string;
  readonly spoken: readonly string[];
}

/** A filled text as shown and as spoken. The spoken words of `words`, in order, are the words of `spoken`. */
export interface RenderedNarration extends RenderedText {
  readonly spoken: string;
  readonly words: readonly NarrationWord[];
}

/** Options for a narration: shown in the format of the homeowner, spoken in that of the voice. */
export interface SpokenTextOptions extends RenderOptions {
  /** BCP 47 tag in which the voice reads the text. */
  readonly voiceLocale: string;
  /** BCP 47 tag of the text, by default that of the voice: "14.700" is a price in `es-ES`, not in `es-MX`. */
  readonly writtenLocale?: string;
}

/**
 * Fills a template as `renderTemplate` does, and for the voice: "$14,700" is spoken as "14700 US dollars". Speak
 * `spoken`, then map its timings to the shown words with `timeShownWords`.
 *
 * @throws RangeError when the locale or the currency is malformed
 */
export function renderNarration(
  template: Template,
  values: PlaceholderValues,
  options: SpokenTextOptions,
): RenderedNarration {
  const { pieces, missing } = fillTemplate(template, values, options);
  const { currency, voiceLocale, writtenLocale: locale = voiceLocale } = options;
  const speakTerm = spokenWriter(voiceLocale);
  const speakLiterals = literalSpeaker({ locale, currency, voiceLocale });
  const segments = withUnits(tidy(pieces)).flatMap(({ text, term }: FilledPiece): Segment[] => {
    if (term === null) return speakLiterals(text);
    const shown = text.trimStart();
    const space = text.slice(0, -shown.length);
    const isAsWritten = term.kind === 'text' && term.unit === undefined && term.isCode !== true;
    const said = isAsWritten ? speakValue(shown) : [{ shown, spoken: speakTerm(term), whole: true }];
    return [...speakValue(space), ...said];
  });
  return {
    text: segments.map(({ shown }) => shown).join(''),
    missing,
    spoken: segments.map(({ spoken }) => spoken).join(''),
    words: alignedWords(segments),
  };
}

/**
 * Timings of the shown words: from the start of the first to the end of the last word spoken for each. The shown words of
 * one spoken number share its time by their length: "1 500,50 €" has three, "1500,50 euros" two. An emoji has no length,
 * at the end of the previous word. Words are matched by their letters, because a stored narration
 * may be segmented by an older version.
 *
 * @param timings one per spoken word, in order
 * @throws RangeError when the timings are of another text
 */
export function timeShownWords(words: readonly NarrationWord[], timings: readonly SpokenWord[]): SpokenWord[] {
  let [next, end, wanted, taken] = [0, 0, 0, 0];
  const timed = spokenTogether(words).flatMap((group) => {
    const first = next;
    wanted += group.flatMap(({ spoken }) => spoken).join('').length;
    for (; taken < wanted && next < timings.length; next += 1) taken += timings[next]?.word.length ?? 0;
    const said = timings.slice(first, next);
    const startTime = said[0]?.startTime ?? end;
    end = said.at(-1)?.endTime ?? end;
    const shown = group.map((word) => word.shown);
    return divided(shown, startTime, end);
  });
  if (next !== timings.length || taken !== wanted) {
    throw new RangeError(`The timings are of another text: ${timings.length} words with ${wanted} letters.`);
  }
  return timed;
}

/** Each word with those behind it for which nothing is spoken, emoji apart. */
function spokenTogether(words: readonly NarrationWord[]): NarrationWord[][] {
  const groups: NarrationWord[][] = [];
  for (const word of words) {
    const isPart = word.spoken.length === 0 && /[\p{L}\p{N}\p{Sc}]/u.test(word.shown.replaceAll(emoji, ''));
    if (isPart && groups.length > 0) groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  return groups;
}

/** Divides a time among words by their length, to the millisecond. */
function divided(words: readonly string[], start: number, end: number): SpokenWord[] {
  const letters = words.join('').length;
  let before = 0;
  const clock = (): number => {
    if (before === letters) return end;
    const time = start + ((end - start) * before) / letters;
    return Math.max(start, Math.min(end, Math.round(time * 1_000) / 1_000));
  };
  return words.map((word) => {
    const startTime = clock();
    before += word.length;
    return { word, startTime, endTime: clock() };
  });
}

/** Joins a filled number with the unit that follows it in the text: "{{price}}/mo", "{{size}} kW". */
function withUnits(pieces: readonly FilledPiece[]): FilledPiece[] {
  const joined: FilledPiece[] = [];
  for (const { text, term } of pieces) {
    const before = joined.at(-1);
    const unit = term === null ? unitBehind(before, text) : '';
    if (before?.term && unit !== '') {
      joined.splice(-1, 1, { text: before.text + unit, term: { ...before.term, unit: unit.trim() } });
    }
    if (unit.length < text.length) joined.push({ text: text.slice(unit.length), term });
  }
  return joined;
}

/** The unit at the start of a text that follows a number; empty when there is none. */
function unitBehind(before: FilledPiece | undefined, text: string): string {
  const isNumber = before?.term?.kind === 'number' && before.term.unit === undefined;
  return isNumber ? (unitBehindNumber.exec(text)?.[0] ?? '') : '';
}

/** Aligns shown and spoken words run by run. White space outside of whole segments separates both alike. */
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

/**
 * Distributes the spoken words of a run among its shown words: "14 700 $ US" has four, "14700 dollars américains"
 * three. Equal words at both ends are matched first, for scripts without spaces. Then the shown groups of a number are
 * matched with that number: its first group has it, the others have nothing.
 */
function shared(shown: string, spoken: string): NarrationWord[] {
  const seen = wordsOf(shown);
  // Most runs are spoken as they are shown, and to divide them takes the most time of a narration.
  const said = spoken === shown ? seen : wordsOf(spoken);
  const most = Math.min(said.length, seen.length);
  let head = 0;
  while (head < most && said[head] === seen[head]) head += 1;
  let tail = 0;
  while (tail < most - head && said.at(-1 - tail) === seen.at(-1 - tail)) tail += 1;
  const groups = groupsOf(said[head], seen.slice(head, seen.length - tail));
  const [saidBetween, seenBetween] = [said.length - head - tail - groups.said, seen.length - head - tail - groups.seen];
  const upTo = (index: number): number => {
    if (index === 0) return 0;
    if (index >= seen.length - tail) return index + said.length - seen.length;
    if (index <= head) return index;
    const behind = Math.max(0, index - head - groups.seen);
    return head + groups.said + Math.round((behind * saidBetween) / Math.max(1, seenBetween));
  };
  return seen.map((word, index) => ({ shown: word, spoken: said.slice(upTo(index), upTo(index + 1)) }));
}

/** How many words a number has at the start of `seen` that is spoken as one word; none unless it is shown in groups. */
function groupsOf(said = '', seen: readonly string[]): { said: number; seen: number } {
  const number = digitsOf(said);
  let written = '';
  for (const [index, word] of seen.entries()) {
    written += digitsOf(word);
    const isNumber = written.startsWith(number) && /^0*$/.test(written.slice(number.length));
    if (isNumber && index > 0 && number !== '') return { said: 1, seen: index + 1 };
    if (!number.startsWith(written)) break;
  }
  return { said: 0, seen: 0 };
}

function digitsOf(word: string): string {
  return word.replaceAll(/\P{Nd}/gu, '');
}
