import { isDeepStrictEqual } from 'node:util';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { inTransaction, lockKey, type RequestScope, touch, type TransactionScope } from '../../kit/data/index.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import { timeShownWords } from '../../engines/narration/spoken.ts';
import type { AudioStore, SpokenOnce } from '../../engines/audio/audio-store.ts';
import { audioUrlOf } from '../../engines/audio/audio-url.ts';
import { type Speaker, SpeechError, type Utterance } from '../../engines/speech/speech.ts';
import type { NarrationCount } from './narration-meter.ts';
import { nextScript, noteOutcome, pendingIds, type PendingScript, type SpokenKind } from './narration-state.ts';
import { estimateOfAnswer, estimateOfSlide } from '../personalisation/personalise.ts';
import { type Presentation, PresentationStatus } from './presentation.entity.ts';
import { StoredFaq, StoredSlide } from './presentation-part.entity.ts';
import { presentationFaqsById, presentationSlidesById } from './presentation-part.reader.ts';
import { lockPresentation, presentationsById } from './presentation.reader.ts';
import {
  presentationAnswersProgressed,
  presentationFailed,
  presentationProgressed,
  presentationReady,
} from './presentation.events.ts';
import { type PresentationWarning, SlideTiming } from '../personalisation/presentation.snapshot.ts';

/** What the narration of presentations needs. */
export interface NarratorOptions {
  readonly newScope: () => RequestScope;
  readonly events: EventLog;
  readonly store: AudioStore;
  readonly speaker: Speaker;
  readonly narrations: NarrationCount;
}

/**
 * Speaks the next slide of a presentation, or the next answer once all slides are done, and records the outcome.
 *
 * @returns the presentation as it is afterwards; null when it was deleted or nothing is pending
 */
export async function narrateNext(
  options: NarratorOptions,
  presentation: Presentation,
  signal: AbortSignal,
): Promise<Presentation | null> {
  const { store, speaker, newScope } = options;
  const script = await nextScript(newScope().em, presentation);
  if (script === null) return changedSince(newScope(), presentation);
  try {
    const speech = await store.speakOnce(speaker, utteranceOf(script, presentation), signal);
    return await record(options, presentation, script, async (step) => {
      await requireStored(step, store, speech.key);
      await noteSpoken(step, speech, speaker.name);
    });
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    const billed = error.takeBilled();
    return record(options, presentation, script, (step) => noteNotSpoken(step, error, billed));
  }
}

export function utteranceOf(
  { spoken: text, language }: Pick<PendingScript, 'spoken' | 'language'>,
  { voiceSettings, audioSharedWithin: sharedWithin }: Pick<Presentation, 'voiceSettings' | 'audioSharedWithin'>,
): Utterance {
  return { text, language, voice: voiceSettings?.voiceId ?? null, settings: voiceSettings ?? {}, sharedWithin };
}

/** Locks a stored audio file until the transaction ends, so that none names it while it is removed. */
export async function lockAudio(em: SqlEntityManager, key: string): Promise<void> {
  await lockKey(em.getKysely<unknown>(), 'audio', key);
}

/** @throws Error when the audio was removed meanwhile, with the last that named it: the job then speaks it again */
async function requireStored({ em }: Step, store: AudioStore, key: string): Promise<void> {
  await lockAudio(em, key);
  if (!(await store.has(key))) throw new Error('The audio of a text was removed before its slide or FAQ named it');
}

/** A presentation as it is now, when it is no longer as it was read: an update may have replaced what was to be spoken. */
async function changedSince({ em }: RequestScope, { id, version }: Presentation): Promise<Presentation | null> {
  const [now = null] = await presentationsById(em, [id]);
  return now?.version === version ? null : now;
}

/** One spoken or failed script, while the row of its presentation is locked. */
interface Step {
  readonly em: SqlEntityManager;
  readonly presentation: Presentation;
  readonly script: PendingScript;
  /** The ids of the slides or FAQs that are pending; the first is that of the script. */
  readonly pending: readonly string[];
}

/**
 * Records the outcome of a script on its slide or FAQ and its presentation, unless another job has recorded it already,
 * or an update has replaced the script or the voice meanwhile.
 *
 * @returns the presentation as it is now; null when it was deleted
 */
async function record(
  options: NarratorOptions,
  { id, voiceSettings }: Presentation,
  script: PendingScript,
  note: (step: Step) => Promise<void>,
): Promise<Presentation | null> {
  return inTransaction(options.newScope(), async (transaction) => {
    const { em } = transaction;
    const presentation = await lockPresentation(transaction, id);
    if (presentation === null) return presentation;
    const isSameVoice = isDeepStrictEqual(presentation.voiceSettings, voiceSettings);
    if (!isSameVoice || !isDeepStrictEqual(await nextScript(em, presentation), script)) return presentation;
    const pending = await pendingIds(em, presentation);
    await note({ em, presentation, script, pending });
    touch(transaction, presentation);
    await em.flush();
    recordProgress(transaction, options, presentation, script.kind);
    return presentation;
  });
}

async function noteSpoken(
  step: Step,
  { key, words: timings, durationSeconds, warnings, billedCharacterCount, reusedCharacterCount }: SpokenOnce,
  spokenBy: string,
): Promise<void> {
  const { em, presentation, script, pending } = step;
  const wordTimings = timeShownWords(script.words, timings);
  const spoken = { audioUrl: audioUrlOf(key), wordTimings, timing: SlideTiming.SPOKEN, spokenBy, durationSeconds };
  await changePart(em, script, { ...spoken, script: null });
  warn(step, warnings);
  presentation.billedCharacterCount += billedCharacterCount;
  presentation.reusedCharacterCount += reusedCharacterCount;
  noteOutcome(presentation, script, null, pending.length === 1);
}

/** Records a script that could not be spoken. It gets estimated times, as do all others after an error of the speaker. */
async function noteNotSpoken(
  step: Step,
  { code, message: detail, isRetryable, concerns }: SpeechError,
  billedCharacterCount: number,
): Promise<void> {
  const { em, presentation, script, pending } = step;
  presentation.billedCharacterCount += billedCharacterCount;
  // An error of the speaker would repeat for all others.
  const failed = concerns === 'text' ? [script.id] : pending;
  await estimateParts(em, script.kind, failed);
  const isLast = failed.length === pending.length;
  if (code !== 'script_unsupported') {
    noteOutcome(presentation, script, { code, detail, isRetryable }, isLast);
    return;
  }
  await changePart(em, script, { script: null });
  warn(step, [{ code: 'not_spoken', detail }]);
  noteOutcome(presentation, script, null, isLast);
}

/** Gives slides or FAQs that nobody speaks the times of reading, until they are spoken after all. */
export async function estimateParts(em: SqlEntityManager, kind: SpokenKind, ids: readonly string[]): Promise<void> {
  const estimates =
    kind === 'slide'
      ? (await presentationSlidesById(em, ids)).map((slide) => slide && estimateOfSlide(slide))
      : (await presentationFaqsById(em, ids)).map((faq) => faq && estimateOfAnswer(faq));
  for (const [at, id] of ids.entries()) {
    const estimate = estimates[at];
    if (estimate) await changePart(em, { kind, id }, estimate);
  }
}

type PartChange = Partial<
  Pick<StoredSlide, 'audioUrl' | 'wordTimings' | 'timing' | 'spokenBy' | 'durationSeconds' | 'script'>
>;

async function changePart(
  em: SqlEntityManager,
  { kind, id }: Pick<PendingScript, 'kind' | 'id'>,
  change: PartChange,
): Promise<void> {
  if (kind === 'slide') await em.nativeUpdate(StoredSlide, { id }, change);
  else await em.nativeUpdate(StoredFaq, { id }, change);
}

/** Warnings name the slide or FAQ of the deck, where an author fixes the cause. */
function warn({ presentation, script }: Step, warnings: readonly Pick<PresentationWarning, 'code' | 'detail'>[]): void {
  const { kind, sourceId } = script;
  const place = kind === 'slide' ? { sourceSlideId: sourceId, faqId: null } : { sourceSlideId: null, faqId: sourceId };
  const named = warnings.map((warning) => ({ ...warning, ...place }));
  presentation.warnings = [...presentation.warnings, ...named];
}

/** Records the progress of a kind; of slides also their end, once the presentation is ready or has failed. */
export function recordProgress(
  transaction: TransactionScope,
  { events, narrations }: Pick<NarratorOptions, 'events' | 'narrations'>,
  { id, deckId, status, narration, faqNarration }: Presentation,
  kind: SpokenKind,
): void {
  if (kind === 'faq') {
    if (faqNarration === null) return;
    const { doneCount, totalCount, failures } = faqNarration;
    const data = { presentationId: id, doneCount, failedCount: failures.length, totalCount };
    events.record(transaction, presentationAnswersProgressed, { deckId, data });
    if (faqNarration.failure !== null || doneCount === totalCount) {
      const counts = { presentation: id, answers: totalCount, failed: failures.length };
      noteEnd(transaction, narrations, counts, faqNarration.failure);
    }
    return;
  }
  if (narration === null) return;
  const { doneCount, totalCount, failure } = narration;
  const failedCount = narration.failures.length;
  events.record(transaction, presentationProgressed, {
    deckId,
    data: { presentationId: id, doneCount, failedCount, totalCount },
  });
  if (failure !== null || status === PresentationStatus.READY) {
    noteEnd(transaction, narrations, { presentation: id, slides: totalCount, failed: failedCount }, failure);
  }
  if (failure !== null) {
    const data = { presentationId: id, sourceSlideId: failure.sourceSlideId, code: failure.code, failedCount };
    events.record(transaction, presentationFailed, { deckId, data });
  } else if (status === PresentationStatus.READY) {
    events.record(transaction, presentationReady, { deckId, data: { presentationId: id, status } });
  }
}

/** Logs and counts the end of a narration. The reason is ours, or a status of the speaker: never a text that was to be spoken. */
function noteEnd(
  transaction: TransactionScope,
  narrations: NarrationCount,
  counts: {
    readonly presentation: string;
    readonly slides?: number;
    readonly answers?: number;
    readonly failed: number;
  },
  failure: { readonly code: string; readonly detail: string } | null,
): void {
  const { log } = transaction;
  transaction.afterCommit(() => {
    const part = counts.slides === undefined ? 'answers' : 'slides';
    narrations.add({ part, outcome: failure === null ? 'finished' : 'failed' });
    if (failure === null) log.info(counts, 'a narration is finished');
    else log.warn({ ...counts, code: failure.code, reason: failure.detail }, 'a narration failed');
  });
}
