import { type Speech, SpeechError } from './speech.ts';
import { wordsOf } from './words.ts';

/** Most letters and digits that a voice speaks in a second. */
const mostLettersPerSecond = 60;
/** Peak (0 to 1) up to which a recording counts as silent; speech has 0.1 and more. */
export const inaudible = 0.001;

/**
 * Checks that speech is audible, long enough and has valid timings.
 *
 * @throws SpeechError `no_sound` for a recording that is silent or too short for its text, `timings_missing` for
 * invalid timings
 */
export function checkSpeech(text: string, speech: Speech, isAudible: boolean): Speech {
  checkTimings(text, speech);
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (speech.durationSeconds * mostLettersPerSecond < letters) {
    const seconds = speech.durationSeconds.toFixed(1);
    throw new SpeechError('no_sound', `The recording lasts ${seconds} s, too short for ${letters} letters and digits.`);
  }
  if (letters > 0 && !isAudible) {
    throw new SpeechError('no_sound', 'The recording is silent. Choose another voice, or record the slide.');
  }
  return speech;
}

/**
 * Checks that each word has one timing, in order and inside the audio.
 *
 * @throws SpeechError `timings_missing`, naming the word
 */
function checkTimings(text: string, speech: Speech): void {
  const expected = wordsOf(text);
  const fault = (detail: string): SpeechError =>
    new SpeechError('timings_missing', `The timings do not fit: ${detail}.`);
  if (speech.words.length !== expected.length) {
    throw fault(`there are ${speech.words.length} for ${expected.length} words`);
  }
  let previous = { startTime: 0, endTime: 0 };
  for (const [index, timing] of speech.words.entries()) {
    const { word, startTime, endTime } = timing;
    if (word !== expected[index]) throw fault(`word ${index + 1} is another one`);
    if (!(startTime >= previous.startTime && endTime >= previous.endTime && endTime >= startTime)) {
      throw fault(`word ${index + 1} is out of order`);
    }
    if (!(endTime <= speech.durationSeconds)) throw fault(`word ${index + 1} ends after the audio`);
    previous = timing;
  }
}
