import { endsSentence } from '../../speech/speech.ts';
import type { WordTiming } from '../slides/slide.entity.ts';

/** Of one caption: what two short lines of a phone hold, and how long it stays, in seconds. */
const mostCharacters = 42;
const longestSeconds = 6;

/** Captions of a narration as WebVTT; each word has the time at which it is said, so that players can light it. */
export function captions(timings: readonly WordTiming[]): string {
  const cues = cuesOf(timings).map((words) => {
    const [first, last] = [words[0], words.at(-1)];
    const text = words.map(({ word, startTime }, at) => (at === 0 ? '' : `<${stamp(startTime)}>`) + escaped(word));
    return `${stamp(first?.startTime ?? 0)} --> ${stamp(last?.endTime ?? 0)}\n${text.join(' ')}\n`;
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
  const length = cue.reduce((sum, one) => sum + one.word.length + 1, 0) + word.length;
  return (
    endsSentence(cue.at(-1)?.word ?? '') ||
    length > mostCharacters ||
    endTime - (cue[0]?.startTime ?? 0) > longestSeconds
  );
}

function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1_000);
  const part = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  return `${part(hours)}:${part(minutes)}:${part(Math.floor(ms / 1_000) % 60)}.${part(ms % 1_000, 3)}`;
}

/** On one line, because an empty one would end the caption. */
function escaped(word: string): string {
  return word.trim().replaceAll(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
