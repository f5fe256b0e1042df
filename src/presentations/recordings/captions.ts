import { endsSentence, spaceBetween } from '../../engines/speech/words.ts';
import type { WordTiming } from '../../authoring/slides/word-timing.attributes.ts';

/** Limits of one caption: letters that fit on two short lines of a phone, and seconds on screen. */
const mostLetters = 42;
/** Width of a Chinese, Japanese or Korean character in letters: a caption has 20 of them. */
const wideLetters = 2.1;
const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uff60]/gu;
const longestSeconds = 6;

/** Captions of a narration as WebVTT, with a timestamp before each word so that players can highlight it. */
export function captions(timings: readonly WordTiming[]): string {
  const cues = cuesOf(timings).map((words) => {
    const [first, last] = [words[0], words.at(-1)];
    const text = words.map(({ word, startTime }, at) => {
      const before = words[at - 1];
      return (before ? `${spaceBetween(before.word, word)}<${stamp(startTime)}>` : '') + escaped(word);
    });
    return `${stamp(first?.startTime ?? 0)} --> ${stamp(last?.endTime ?? 0)}\n${text.join('')}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

function cuesOf(timings: readonly WordTiming[]): WordTiming[][] {
  const cues: WordTiming[][] = [];
  for (const timing of timings) {
    const cue = cues.at(-1);
    if (cue === undefined || isFull(cue, timing)) cues.push([timing]);
    else cue.push(timing);
  }
  return cues;
}

function isFull(cue: readonly WordTiming[], { word, endTime }: WordTiming): boolean {
  const line = [...cue.map((one) => one.word), word];
  const length = line.reduce((sum, one, at) => {
    const before = line[at - 1];
    return sum + lettersIn(one) + (before === undefined ? 0 : spaceBetween(before, one).length);
  }, 0);
  return (
    endsSentence(cue.at(-1)?.word ?? '') || length > mostLetters || endTime - (cue[0]?.startTime ?? 0) > longestSeconds
  );
}

/** Width of a word in letters. Combining marks take no width. */
function lettersIn(word: string): number {
  const wideCharacters = word.match(wide)?.length ?? 0;
  return [...word.replaceAll(/\p{M}/gu, '')].length + wideCharacters * (wideLetters - 1);
}

function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1_000);
  const part = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  return `${part(hours)}:${part(minutes)}:${part(Math.floor(ms / 1_000) % 60)}.${part(ms % 1_000, 3)}`;
}

/** Puts the word on one line, because an empty line ends a caption. */
function escaped(word: string): string {
  return word.trim().replaceAll(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
