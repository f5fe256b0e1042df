import { readContents } from '../../authoring/decks/deck-contents.ts';
import { readDeck } from '../../authoring/decks/deck.reader.ts';
import { faqAttributes } from '../../authoring/faqs/faq.attributes.ts';
import { slideAttributes } from '../../authoring/slides/slide.attributes.ts';
import type { AudioStore, StoredSpeech } from '../../engines/audio/audio-store.ts';
import { audioUrlOf } from '../../engines/audio/audio-url.ts';
import { timeShownWords } from '../../engines/narration/spoken.ts';
import { SingleFlight } from '../../engines/speech/single-flight.ts';
import { type ChosenSpeaker, type Speaker, SpeechError, type Utterance } from '../../engines/speech/speech.ts';
import { AppError, currentBudget, operationLimits, Semaphore } from '../../kit/core/index.ts';
import {
  charge,
  type DayQuota,
  inTransaction,
  type JobQueue,
  keepResult,
  type RequestScope,
} from '../../kit/data/index.ts';
import { unprocessable } from '../../kit/input/index.ts';
import { type Copy, SlideTiming } from '../personalisation/presentation.snapshot.ts';
import { MissingValues } from '../personalisation/presentation.subject.ts';
import { utteranceOf } from '../presentations/narrate.ts';
import { newPresentation } from '../presentations/new-presentation.ts';
import { MeasurementStrategy } from '../presentations/presentation.entity.ts';
import { removeRecordings } from '../recordings/remove-recordings.task.ts';
import { oneText, spokenAttribute } from './one-text.ts';
import type { PreviewSpeechInput } from './speech-preview.inputs.ts';
import type { SpeechPreview } from './speech-preview.types.ts';

export interface SpeechPreviewDependencies {
  readonly speech: ChosenSpeaker & { readonly store: AudioStore };
  readonly jobs: JobQueue;
  /** What spoken characters are charged to. */
  readonly quota: DayQuota;
  /** IANA time zone for decks without one. */
  readonly timeZone: string;
}

/** Nobody in particular, and their home. */
const sample = {
  homeowner: { firstName: 'Dana', lastName: 'Whitaker', address: '1418 Alder Street', city: 'Fort Collins' },
  priceInputs: { roofSquares: 24.5, systemSizeKw: 7.2 },
};

/** How long the audio of a preview is kept where no presentation names it by then, in milliseconds. */
const keptMs = 86_400_000;
/** How long a preview waits for the speaker, in milliseconds: proxies wait 60 s for an answer. */
const longestMs = 45_000;
/** Previews that one process speaks at a time: presentations never wait behind more of them. */
const places = 1;

/** Speaks texts while they are written. */
export class SpeechPreviewService {
  readonly #places = new Semaphore(places);
  readonly #underWay = new SingleFlight<StoredSpeech>();

  constructor(private readonly dependencies: SpeechPreviewDependencies) {}

  /**
   * Speaks a text of a deck as its presentations would. Neither speaks again what the other has stored.
   *
   * @throws AppError `NOT_FOUND`, `UNPROCESSABLE` for an unknown slide or FAQ and for a text that cannot be spoken,
   *   `QUOTA_EXCEEDED`, `UNAVAILABLE` without a speaker or when it does not answer
   */
  async preview(scope: RequestScope, deckId: string, input: PreviewSpeechInput): Promise<SpeechPreview> {
    return keepResult(scope, (plain) => this.#preview(plain, deckId, input));
  }

  async #preview(scope: RequestScope, deckId: string, input: PreviewSpeechInput): Promise<SpeechPreview> {
    const { speech, timeZone } = this.dependencies;
    const { speaker } = speech;
    const { contents, sourceId } = oneText(await readContents(scope, await readDeck(scope, deckId)), input);
    const { presentation, copy, scripts } = await newPresentation(
      scope,
      contents,
      {
        homeowner: input.homeowner ?? sample.homeowner,
        priceInputs: input.priceInputs ?? sample.priceInputs,
        voiceSettings: input.voiceSettings ?? null,
        languageSettings: input.languageSettings ?? null,
        measurementStrategy: MeasurementStrategy.MANUAL,
        missing: MissingValues.BLANK,
      },
      { isSpoken: speaker !== null, timeZone },
    );
    const { id, ...shown } = shownText(copy, sourceId);
    if (shown.timing === SlideTiming.RECORDED) return shown;
    if (speaker === null) throw new AppError('speech_off', 'Speech is off: choose a speaker with SPEECH.');
    const script = scripts.find((one) => one.id === id);
    if (script === undefined) throw notSpoken(input, 'The text has no words to speak.');
    const { key, words, durationSeconds, warnings } = await this.#speech(
      scope,
      speaker,
      utteranceOf(script, presentation),
    ).catch((error: unknown) => {
      throw error instanceof SpeechError ? refusalOf(error, input) : error;
    });
    return {
      ...shown,
      audioUrl: audioUrlOf(key),
      wordTimings: timeShownWords(script.words, words),
      timing: SlideTiming.SPOKEN,
      spokenBy: speaker.name,
      durationSeconds,
      warnings: [...shown.warnings, ...warnings.map((one) => ({ ...one, sourceSlideId: null, faqId: null }))],
    };
  }

  /** The speech of an utterance. Who asks twice at the same time is charged once. */
  async #speech(scope: RequestScope, speaker: Speaker, utterance: Utterance): Promise<StoredSpeech> {
    const { store } = this.dependencies.speech;
    const name = JSON.stringify([scope.actor.key, ...store.keysOf(speaker, utterance)]);
    const overdue = AbortSignal.timeout(longestMs);
    currentBudget()?.renew(longestMs + operationLimits.ms);
    try {
      const speak = (wanted: AbortSignal): Promise<StoredSpeech> =>
        this.#storedOrSpoken(scope, speaker, utterance, wanted);
      return (await this.#underWay.join(name, speak, overdue)).value;
    } catch (error) {
      if (!overdue.aborted) throw error;
      const detail = `The text was not spoken within ${longestMs / 1_000} s: try again, or shorten it.`;
      throw new AppError('speaker_unavailable', detail, [], { cause: error });
    }
  }

  async #storedOrSpoken(
    scope: RequestScope,
    speaker: Speaker,
    utterance: Utterance,
    wanted: AbortSignal,
  ): Promise<StoredSpeech> {
    const { jobs, quota, speech } = this.dependencies;
    const { store } = speech;
    const stored = await store.stored(speaker, utterance);
    if (stored !== null) return stored;
    const leave = await this.#places.acquire(wanted, 1, scope.actor.key);
    try {
      // Before it is spoken: a crash leaves no audio that nothing removes, and no text that nobody was charged for.
      await inTransaction(scope, async (transaction) => {
        await charge(transaction, [[quota, () => utterance.text.length]]);
        const audioKeys = store.keysOf(speaker, utterance);
        await jobs.enqueue(transaction, removeRecordings, [{ data: { audioKeys }, delayMs: keptMs }]);
      });
      return await store.speakOnce(speaker, utterance, wanted);
    } finally {
      leave();
    }
  }
}

/** The text as it is shown, with what its author should know about it; `id` is that of its script. */
function shownText({ slides, faqs, warnings }: Copy, sourceId: string): SpeechPreview & { readonly id: string } {
  const slide = slides.find((one) => one.sourceSlideId === sourceId);
  const faq = faqs.find((one) => one.sourceFaqId === sourceId);
  const part = slide ?? faq;
  if (part === undefined) throw new Error('A copy lacks the text that it was made for.');
  const { id, language, audioUrl, wordTimings, timing, spokenBy, durationSeconds } = part;
  return {
    id,
    text: String(Reflect.get(part, spokenAttribute(slide === undefined ? faqAttributes : slideAttributes))),
    language,
    audioUrl,
    wordTimings,
    timing,
    spokenBy,
    durationSeconds,
    // The author knows which text it is, and one that is not stored has no id that leads anywhere.
    warnings: warnings
      .filter((one) => one.sourceSlideId === sourceId || one.faqId === sourceId)
      .map((one) => ({ ...one, sourceSlideId: null, faqId: null })),
  };
}

function refusalOf(error: SpeechError, input: PreviewSpeechInput): AppError {
  if (error.code === 'store_unavailable') {
    return new AppError('audio_storage_unavailable', error.message, [], { cause: error });
  }
  if (error.concerns === 'text' && !error.isRetryable) return notSpoken(input, error.message);
  return new AppError('speaker_unavailable', error.message, [], { cause: error });
}

function notSpoken({ text, slideId }: PreviewSpeechInput, detail: string): AppError {
  const pointer = text ? '/text' : slideId ? '/slideId' : '/faqId';
  return unprocessable('text_not_spoken', pointer, 'format', detail);
}
