import { endsSentence, type SpokenWord, wordsOf } from '../speech/speech.ts';

/** What a reader's eye takes, in seconds: about 160 words a minute, as narration has. */
const pace = { word: 0.12, letter: 0.045, clauseEnd: 0.2, sentenceEnd: 0.45 };

/**
 * Estimates when a reader reaches each word of a text that nobody speaks, for captions that move by themselves. These
 * are no timings of a voice: say so (`timing: "estimated"`) wherever they are shown.
 */
export function estimateReadingTimes(text: string): SpokenWord[] {
  let clock = 0;
  return wordsOf(text).map((word) => {
    const startTime = round(clock);
    clock += pace.word + pace.letter * [...word].length;
    const endTime = round(clock);
    if (endsSentence(word)) clock += pace.sentenceEnd;
    else if (/[,;:–—]$/.test(word)) clock += pace.clauseEnd;
    return { word, startTime, endTime };
  });
}

function round(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}
