import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { touch } from '../../platform/database/changes.ts';
import type { EventLog } from '../../events/event-log.ts';
import { timeShownWords } from '../../engines/narration/spoken.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../platform/database/scope.ts';
import type { AudioStore, SpokenOnce } from '../../engines/audio/audio-store.ts';
import { audioUrlOf } from '../../engines/audio/audio-url.ts';
import { type Speaker, SpeechError, type Utterance } from '../../engines/speech/speech.ts';
import { failuresOf, nextScript, noteDone, noteFailure, type PendingScript, pendingSlides } from './narration-state.ts';
import { estimateOf } from '../personalisation/personalise.ts';
import { type NarrationState, Presentation, PresentationStatus } from './presentation.entity.ts';
import { StoredSlide } from './presentation-part.entity.ts';
import { presentationSlidesById } from './presentation-part.reader.ts';
import { presentationFailed, presentationProgressed, presentationReady } from './presentation.events.ts';
import { type PresentationWarning, SlideTiming } from '../personalisation/presentation.snapshot.ts';

/** What the narration of presentations needs. */
export interface NarrationOptions {
  readonly newScope: () => RequestScope;
  readonly events: EventLog;
  readonly store: AudioStore;
  readonly speaker: Speaker;
}

/** Reads a presentation and locks its row until the transaction ends; null when it was deleted. */
export function lockNarrated({ em }: TransactionScope, id: string): Promise<Presentation | null> {
  return em.findOne(Presentation, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Speaks the next slide of a presentation and records the outcome.
 *
 * @returns the presentation afterwards; null when it was deleted or no slide is pending
 */
export async function narrateNext(
  options: NarrationOptions,
  presentation: Presentation,
  signal: AbortSignal,
): Promise<Presentation | null> {
  const { store, speaker, newScope } = options;
  const { id } = presentation;
  const script = await nextScript(newScope().em, presentation);
  if (script === null) return null;
  try {
    const speech = await store.speakOnce(speaker, utteranceOf(script, presentation), signal);
    return await record(options, id, script, async (step) => {
      await requireStored(step, store, speech.key);
      await noteSpoken(step, speech, speaker.name);
    });
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    const billed = error.takeBilled();
    return record(options, id, script, (step) => noteNotSpoken(step, error, billed));
  }
}

/** What is spoken for a script of a presentation. */
export function utteranceOf(
  { spoken: text, language }: Pick<PendingScript, 'spoken' | 'language'>,
  { voiceSettings }: Pick<Presentation, 'voiceSettings'>,
): Utterance {
  return { text, language, voice: voiceSettings?.voiceId ?? null, settings: voiceSettings ?? {} };
}

/** Locks a stored audio file until the transaction ends, so that none names it while it is removed. */
export async function lockAudio(em: SqlEntityManager, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(em.getKysely<unknown>());
}

/** @throws Error when the audio was removed meanwhile, with the last that named it: the job then speaks it again */
async function requireStored({ em }: Step, store: AudioStore, key: string): Promise<void> {
  await lockAudio(em, key);
  if (!(await store.has(key))) throw new Error('The audio of a slide was removed before its slide named it');
}

/** One spoken or failed script, while the row of its presentation is locked. */
interface Step {
  readonly em: SqlEntityManager;
  readonly presentation: Presentation;
  readonly narration: NarrationState;
  readonly script: PendingScript;
  /** Whether this is the last pending slide. */
  readonly isLast: boolean;
}

/**
 * Records the outcome of a script on its slide and its presentation, unless another job has recorded it already.
 *
 * @returns the presentation as it is now; null when it was deleted
 */
async function record(
  { newScope, events }: NarrationOptions,
  id: string,
  script: PendingScript,
  note: (step: Step) => Promise<void>,
): Promise<Presentation | null> {
  return inTransaction(newScope(), async (transaction) => {
    const { em } = transaction;
    const presentation = await lockNarrated(transaction, id);
    if (presentation === null || presentation.narration === null) return presentation;
    const { status, narration } = presentation;
    if (status !== PresentationStatus.NARRATING) return presentation;
    const pending = await pendingSlides(em, presentation);
    if (pending[0] !== script.id) return presentation;
    await note({ em, presentation, narration, script, isLast: pending.length === 1 });
    touch(transaction, presentation);
    await em.flush();
    await recordProgress(transaction, events, presentation);
    return presentation;
  });
}

async function noteSpoken(
  step: Step,
  { key, words: timings, warnings, billedCharacters, reusedCharacters }: SpokenOnce,
  spokenBy: string,
): Promise<void> {
  const { presentation, narration, script, isLast } = step;
  const wordTimings = timeShownWords(script.words, timings);
  const spoken = { audioUrl: audioUrlOf(key), wordTimings, timing: SlideTiming.SPOKEN, spokenBy };
  await changeSlide(step, { ...spoken, script: null });
  warn(step, warnings);
  presentation.billedCharacters += billedCharacters;
  presentation.reusedCharacters += reusedCharacters;
  noteDone(presentation, narration, isLast);
}

/** Records a script that could not be spoken. An error of the text gives its slide estimated times. */
async function noteNotSpoken(
  step: Step,
  { code, message: detail, retryable, concerns }: SpeechError,
  billedCharacters: number,
): Promise<void> {
  const { em, presentation, narration, script, isLast } = step;
  const isGivenUp = code === 'script_unsupported';
  presentation.billedCharacters += billedCharacters;
  const [slide] = concerns === 'text' ? await presentationSlidesById(em, [script.id]) : [];
  if (slide) await changeSlide(step, { ...estimateOf(slide), ...(isGivenUp ? { script: null } : {}) });
  if (!isGivenUp) {
    const failure = { scriptId: script.id, slideId: script.sourceSlideId, code, detail, retryable };
    // An error of the speaker would repeat for all other slides.
    noteFailure(presentation, narration, failure, isLast || concerns === 'speaker');
    return;
  }
  warn(step, [{ code: 'not_spoken', detail }]);
  noteDone(presentation, narration, isLast);
}

async function changeSlide({ em, script }: Step, change: Partial<StoredSlide>): Promise<void> {
  await em.nativeUpdate(StoredSlide, { id: script.id }, change);
}

/** Warnings name the slide of the deck, where an author fixes the cause. */
function warn({ presentation, script }: Step, warnings: readonly Pick<PresentationWarning, 'code' | 'detail'>[]): void {
  const named = warnings.map((warning) => ({ ...warning, slideId: script.sourceSlideId, faqId: null }));
  presentation.warnings = [...presentation.warnings, ...named];
}

/** Records the progress of a narration, and its end once the presentation is ready or has failed. */
export async function recordProgress(
  transaction: TransactionScope,
  events: EventLog,
  presentation: Presentation,
): Promise<void> {
  const { id, deckId, status, narration } = presentation;
  if (narration === null) return;
  const { done, total, failure } = narration;
  const failed = failuresOf(narration).length;
  await events.record(transaction, presentationProgressed, { deckId, data: { id, done, failed, total } });
  if (failure !== null) {
    const data = { id, slideId: failure.slideId, code: failure.code, failed };
    await events.record(transaction, presentationFailed, { deckId, data });
  } else if (status === PresentationStatus.READY) {
    await events.record(transaction, presentationReady, { deckId, data: { id, status } });
  }
}
