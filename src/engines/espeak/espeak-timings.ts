import type { EspeakEvent } from '@echogarden/espeak-ng-emscripten';
import type { SpokenWord } from '../speech/speech.ts';
import { wordPlaces } from '../speech/words.ts';

/** What is heard for one word event: when it starts, the onsets of its sounds, and when it falls silent. */
interface Sound {
  readonly start: number;
  readonly onsets: readonly number[];
  readonly end: number;
}

/** What the voice makes of a word. */
export interface Listening {
  /** How many sounds it has when it is spoken alone. */
  readonly soundsOf: (word: string) => number;
  /** Whether it is said at all. */
  readonly isSaid: (word: string) => boolean;
}

/** A token that is never said: espeak gives its place to the word after it. */
const muteToken = /^[-–—.…,;:!?'"()[\]|~]+$/;

/**
 * Brings espeak's events to the words of a text. Positions are code points from 1; one word may
 * have several events ("24.5" has four) or none: what makes no sound has no length, at the end of the word before it.
 * Some words are spoken as one ("of the"): they are parted at the sound where the next begins, which is found by how
 * many sounds each has alone.
 *
 * @param shift seconds that the encoder puts before everything
 */
export function espeakTimings(
  text: string,
  events: readonly EspeakEvent[],
  audioMs: number,
  { soundsOf, isSaid }: Listening,
  shift: number,
): SpokenWord[] {
  const tokens = tokensOf(text);
  const sounds = soundsByToken(tokens, events, audioMs);
  const words: SpokenWord[] = [];
  let end = 0;
  for (let index = 0; index < tokens.length;) {
    const heard = sounds[index] ?? [];
    const together = tokens
      .slice(index, index + 1 + silentWordsAfter(tokens, sounds, index, isSaid))
      .map(({ word }) => word);
    const cuts = partings(together, heard, soundsOf);
    for (const [place, word] of together.entries()) {
      const start = place === 0 ? (heard[0]?.start ?? end) : end;
      end = cuts[place] ?? heard.at(-1)?.end ?? end;
      words.push({ word, startTime: seconds(start, shift), endTime: seconds(end, shift) });
    }
    index += together.length;
  }
  return words;
}

interface Token {
  readonly word: string;
  /** Where it begins, in code points. */
  readonly position: number;
}

function tokensOf(text: string): Token[] {
  let [position, counted] = [0, 0];
  return wordPlaces(text).map(({ word, index }) => {
    const before = text.slice(counted, index);
    position += [...before].length;
    counted = index;
    return { word, position };
  });
}

/** Sounds are in the order of the audio; one whose position goes back belongs to the word that is being spoken. */
function soundsByToken(tokens: readonly Token[], events: readonly EspeakEvent[], audioMs: number): Sound[][] {
  const sounds: Sound[][] = tokens.map(() => []);
  let current = 0;
  for (const [index, event] of events.entries()) {
    if (event.type !== 'word') continue;
    const position = event.text_position - 1;
    while ((tokens[current + 1]?.position ?? Infinity) <= position) current += 1;
    if (belongsToNext(tokens, sounds, current, position)) current += 1;
    sounds[current]?.push(soundFrom(events, index, audioMs));
  }
  return sounds;
}

/** After an abbreviation ("Mr. and") the next word is told at the white space before it; after a dash, at the dash. */
function belongsToNext(
  tokens: readonly Token[],
  sounds: readonly Sound[][],
  current: number,
  position: number,
): boolean {
  const token = tokens[current];
  if (token === undefined || current + 1 === tokens.length) return false;
  const isInGap = position >= token.position + [...token.word].length;
  return muteToken.test(token.word) || (isInGap && sounds[current]?.length !== 0);
}

/** A word has no event for its end: it ends with the pause behind its last sound, or with the next word. */
function soundFrom(events: readonly EspeakEvent[], index: number, audioMs: number): Sound {
  const start = events[index]?.audio_position ?? 0;
  const onsets: number[] = [];
  let pause: number | null = null;
  for (const { type, id, audio_position: at } of events.slice(index + 1)) {
    if (type === 'word') return { start, onsets, end: pause ?? at };
    if (type !== 'phoneme') continue;
    if (id !== '') {
      onsets.push(at);
      pause = null;
    } else if (onsets.length > 0) {
      pause ??= at;
    }
  }
  return { start, onsets, end: pause ?? audioMs };
}

/** Words that are said and have no sound of their own were spoken together with the one before them. */
function silentWordsAfter(
  tokens: readonly Token[],
  sounds: readonly Sound[][],
  index: number,
  isSaid: Listening['isSaid'],
): number {
  if (sounds[index]?.length === 0) return 0;
  let next = index + 1;
  while (sounds[next]?.length === 0 && isSaid(tokens[next]?.word ?? '')) next += 1;
  return next - index - 1;
}

/** When each word but the last ends, among words that are heard as one. */
function partings(words: readonly string[], heard: readonly Sound[], soundsOf: (word: string) => number): number[] {
  if (words.length < 2) return [];
  const onsets = heard.flatMap((sound) => sound.onsets);
  const counts = words.map(soundsOf);
  const total = counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  return counts.slice(0, -1).map((count) => {
    before += count;
    return onsets[Math.round((before / total) * onsets.length)] ?? heard.at(-1)?.end ?? 0;
  });
}

function seconds(milliseconds: number, shift: number): number {
  return Math.round(milliseconds + shift * 1_000) / 1_000;
}
