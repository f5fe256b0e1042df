import type { SpokenWord } from '../speech/speech.ts';
import { endsClause, endsSentence, wordsOf } from '../speech/words.ts';

/**
 * Durations in seconds: about 160 English words, 250 Chinese, or 350 Japanese or Korean characters per minute. Chinese
 * characters and kana form no words with time of their own.
 */
const pace = { word: 0.12, letter: 0.045, syllable: 0.13, ideograph: 0.24, clauseEnd: 0.2, sentenceEnd: 0.45 };

/**
 * Estimates the timing of each word of a text without audio, for captions. These are not timings of a voice: mark them
 * as such (`timing: "estimated"`).
 */
export function estimateReadingTimes(text: string): SpokenWord[] {
  let clock = 0;
  return wordsOf(text).map((word) => {
    const startTime = round(clock);
    clock += secondsFor(word);
    const endTime = round(clock);
    if (endsSentence(word)) clock += pace.sentenceEnd;
    else if (endsClause(word)) clock += pace.clauseEnd;
    return { word, startTime, endTime };
  });
}

function secondsFor(word: string): number {
  const ideographs = countOf(/\p{sc=Han}/gu, word);
  const kana = countOf(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, word);
  const hangul = countOf(/\p{sc=Hangul}/gu, word);
  const letters = [...word].length - ideographs - kana - hangul;
  const whole = ideographs + kana > 0 ? 0 : pace.word;
  return whole + pace.ideograph * ideographs + pace.syllable * (kana + hangul) + pace.letter * letters;
}

function countOf(pattern: RegExp, word: string): number {
  return word.match(pattern)?.length ?? 0;
}

function round(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}
