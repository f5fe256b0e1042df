import type { EspeakEvent } from '@echogarden/espeak-ng-emscripten';
import type { SpokenWord } from '../speech/speech.ts';
import { wordPlaces } from '../speech/words.ts';

/** The sound of one word event: its start, the onsets of its phonemes, and its end, in milliseconds. */
interface Sound {
  readonly start: number;
  readonly onsets: readonly number[];
  readonly end: number;
}

/** How the current voice speaks a word. */
export interface VoicedWords {
  /** Number of phonemes of the word when it is spoken alone. */
  readonly soundsOf: (word: string) => number;
  /** Whether the word makes any sound. */
  readonly isSaid: (word: string) => boolean;
}

/** A token without sound: the event of the next word has its position. */
const muteToken = /^[-–—.…,;:!?'"()[\]|~]+$/;

/**
 * Maps espeak's events to the words of a text. Positions are code points from 1. A word may have several events ("24.5"
 * has four) or none: a word without sound has no length, at the end of the previous word. Words that espeak joins ("of
 * the") are split in proportion to their phonemes.
 *
 * @param shift seconds that the encoder adds before the sound
 */
export function espeakTimings(
  text: string,
  events: readonly EspeakEvent[],
  audioMs: number,
  { soundsOf, isSaid }: VoicedWords,
  shift: number,
): SpokenWord[] {
  const tokens = tokensOf(text);
  const sounds = soundsByToken(tokens, events, audioMs);
  const words: SpokenWord[] = [];
  let end = 0;
  for (let index = 0; index < tokens.length;) {
    const audible = sounds[index] ?? [];
    const together = tokens
      .slice(index, index + 1 + silentWordsAfter(tokens, sounds, index, isSaid))
      .map(({ word }) => word);
    const cuts = splitEnds(together, audible, soundsOf);
    for (const [place, word] of together.entries()) {
      const start = place === 0 ? (audible[0]?.start ?? end) : end;
      end = cuts[place] ?? audible.at(-1)?.end ?? end;
      words.push({ word, startTime: seconds(start, shift), endTime: seconds(end, shift) });
    }
    index += together.length;
  }
  return words;
}

interface Token {
  readonly word: string;
  /** Start, in code points. */
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

/**
 * Assigns sounds to words. Events come in the order of the audio; one whose position goes back belongs to the current
 * word.
 */
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

/**
 * Whether an event belongs to the next word: after an abbreviation ("Mr. and") it has the position of the space, after
 * a dash that of the dash.
 */
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

/** espeak reports no ends: a word ends at the pause after its last phoneme, at the next word, or with the audio. */
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

/** Counts the words after this one that espeak said together with it: they have no sound of their own. */
function silentWordsAfter(
  tokens: readonly Token[],
  sounds: readonly Sound[][],
  index: number,
  isSaid: VoicedWords['isSaid'],
): number {
  if (sounds[index]?.length === 0) return 0;
  let next = index + 1;
  while (sounds[next]?.length === 0 && isSaid(tokens[next]?.word ?? '')) next += 1;
  return next - index - 1;
}

/** Ends of all but the last of several joined words, in milliseconds. */
function splitEnds(words: readonly string[], audible: readonly Sound[], soundsOf: (word: string) => number): number[] {
  if (words.length < 2) return [];
  const onsets = audible.flatMap((sound) => sound.onsets);
  const counts = words.map(soundsOf);
  const total = counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  return counts.slice(0, -1).map((count) => {
    before += count;
    return onsets[Math.round((before / total) * onsets.length)] ?? audible.at(-1)?.end ?? 0;
  });
}

function seconds(milliseconds: number, shift: number): number {
  return Math.round(milliseconds + shift * 1_000) / 1_000;
}
