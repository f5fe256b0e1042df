import { joinMp3s } from './mp3.ts';
import { type Speech, SpeechError, type Utterance } from './speech.ts';
import { divideText } from './words.ts';

/** Longest text to speak, in UTF-16 units: about 45 minutes. */
const mostCharacters = 40_000;
/** Length of the context before and after a part, in UTF-16 units. */
const contextLength = 500;

/** Speech, and how many of its characters were stored before. */
export interface PartedSpeech extends Speech {
  readonly reusedCharacterCount: number;
}

/**
 * Speaks a text in parts and joins the audio, with timings relative to the whole.
 *
 * @param mostAtATime longest part, in UTF-16 units
 * @throws SpeechError `too_long`, or that of the failed part with the cost of the earlier ones
 */
export async function speakInParts(
  utterance: Utterance,
  mostAtATime: number,
  speak: (part: Utterance) => Promise<PartedSpeech>,
): Promise<PartedSpeech> {
  const { length } = utterance.text;
  if (length > mostCharacters) {
    const remedy = 'Shorten it, or divide it among slides.';
    throw new SpeechError(
      'too_long',
      `The text has ${length} characters; at most ${mostCharacters} are spoken. ${remedy}`,
    );
  }
  const spoken: PartedSpeech[] = [];
  for (const part of partsOf(utterance, mostAtATime)) {
    try {
      spoken.push(await speak(part));
    } catch (error) {
      if (error instanceof SpeechError) error.addBilled(sum(spoken, 'billedCharacterCount'));
      throw error;
    }
  }
  return joined(spoken);
}

/** The parts in which a text is spoken; the text itself where it is short enough. */
export function partsOf(utterance: Utterance, most: number): Utterance[] {
  const texts = divideText(utterance.text, most);
  if (texts.length === 1) return texts.map((text) => ({ ...utterance, text }));
  return texts.map((text, at) => {
    const before = texts[at - 1]?.slice(-contextLength).toWellFormed() ?? '';
    const after = texts[at + 1]?.slice(0, contextLength).toWellFormed() ?? '';
    return { ...utterance, text, context: { before, after } };
  });
}

function joined(spoken: readonly PartedSpeech[]): PartedSpeech {
  const { audio, seconds, starts } = joinMp3s(spoken.map((part) => part.audio));
  const words = spoken.flatMap((part, at) => {
    const start = starts[at] ?? 0;
    const shifted = (time: number): number => Math.min(Math.round((start + time) * 1_000) / 1_000, seconds);
    return part.words.map(({ word, startTime, endTime }) => ({
      word,
      startTime: shifted(startTime),
      endTime: shifted(endTime),
    }));
  });
  const warnings = new Map(spoken.flatMap((part) => part.warnings.map((warning) => [warning.detail, warning])));
  return {
    audio,
    durationSeconds: seconds,
    words,
    warnings: [...warnings.values()],
    billedCharacterCount: sum(spoken, 'billedCharacterCount'),
    reusedCharacterCount: sum(spoken, 'reusedCharacterCount'),
  };
}

function sum(spoken: readonly PartedSpeech[], count: 'billedCharacterCount' | 'reusedCharacterCount'): number {
  return spoken.reduce((total, part) => total + part[count], 0);
}
