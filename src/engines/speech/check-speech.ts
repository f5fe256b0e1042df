import { type Speech, SpeechError } from './speech.ts';
import { wordsOf } from './words.ts';

/** No voice says more letters and digits in a second. */
const mostLettersPerSecond = 60;
/** The loudest sample, from 0 to 1, of a recording in which nothing can be heard; speech comes to 0.1 and more. */
export const inaudible = 0.001;

/**
 * Lets only speech through that can be heard and whose timings hold.
 * @throws SpeechError with `no_sound` for a recording that is silent or too short for its text, with `timings_missing`
 * as `checkTimings` does.
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
 * Demands one timing for each word of the text, none that starts or ends before the one before it, all inside the
 * audio.
 * @throws SpeechError with `timings_missing` that says which word is wrong.
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
