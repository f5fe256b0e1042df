import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { touch } from '../../platform/database/changes.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { JobKind, Task } from '../../platform/jobs/task.ts';
import { timeShownWords } from '../../engines/narration/spoken.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../platform/database/scope.ts';
import type { AudioStore, SpokenOnce } from '../../engines/audio/audio-store.ts';
import { type Speaker, SpeechError } from '../../engines/speech/speech.ts';
import { audioPath } from './audio-path.ts';
import {
  beginAgain,
  failuresOf,
  nextScript,
  noteDead,
  noteDone,
  noteFailure,
  type PendingScript,
  pendingSlides,
} from './narration-state.ts';
import { estimateOf } from '../personalisation/personalise.ts';
import { type NarrationState, Presentation, PresentationStatus } from './presentation.entity.ts';
import { StoredSlide } from './presentation-part.entity.ts';
import { presentationSlidesById } from './presentation-part.reader.ts';
import { presentationFailed, presentationProgressed, presentationReady } from './presentation.events.ts';
import { presentationsById } from './presentation.reader.ts';
import { type PresentationWarning, SlideTiming } from '../personalisation/presentation.snapshot.ts';

/** Speaks the slides of a presentation that are still to be spoken. */
export const narratePresentation: JobKind<{ presentationId: string }> = { name: 'narrate-presentation' };

/** Presentations that one process narrates at a time: a speaker that is slow is not always busy. */
const slots = 4;
const longestSeconds = 900;
/** One slide may wait for its turn, and be asked for several times. */
const longestStepSeconds = 600;

export interface NarrationOptions {
  readonly newScope: () => RequestScope;
  readonly events: EventLog;
  readonly store: AudioStore;
  readonly speaker: Speaker;
}

/**
 * Speaks slide by slide, in order, and records each at once: whoever takes over after a crash goes on behind the last
 * one. A slide that cannot be spoken is left out, with the reason, until somebody asks for it again. What would fail for
 * every slide ends the narration at once.
 */
export function narrateTask(options: NarrationOptions): Task<{ presentationId: string }> {
  return {
    kind: narratePresentation,
    slots,
    longestSeconds,
    longestStepSeconds,
    run: async ({ presentationId }, { stopping, tooLate, progressed }) => {
      let [presentation = null] = await presentationsById(options.newScope().em, [presentationId]);
      while (presentation?.status === PresentationStatus.NARRATING) {
        stopping.throwIfAborted();
        presentation = await narrateNext(options, presentation, tooLate);
        progressed();
      }
    },
    onDead: async (transaction, { presentationId }, reason) => {
      const presentation = await locked(transaction, presentationId);
      if (presentation?.status !== PresentationStatus.NARRATING || presentation.narration === null) return;
      const script = await nextScript(transaction.em, presentation);
      noteDead(presentation, presentation.narration, script, reason);
      touch(transaction, presentation);
      await transaction.em.flush();
      await tell(transaction, options.events, presentation);
    },
    onRetry: async (transaction, { presentationId }) => {
      const presentation = await locked(transaction, presentationId);
      if (presentation?.status !== PresentationStatus.FAILED || presentation.narration === null) return;
      beginAgain(presentation, presentation.narration);
      touch(transaction, presentation);
      await transaction.em.flush();
    },
  };
}

function locked({ em }: TransactionScope, id: string): Promise<Presentation | null> {
  return em.findOne(Presentation, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** @returns the presentation after that; null when it is gone, or has nothing to be spoken */
async function narrateNext(
  options: NarrationOptions,
  presentation: Presentation,
  signal: AbortSignal,
): Promise<Presentation | null> {
  const { store, speaker, newScope } = options;
  const { id, voiceSettings } = presentation;
  const script = await nextScript(newScope().em, presentation);
  if (script === null) return null;
  const { spoken: text, language } = script;
  const utterance = { text, language, voice: voiceSettings?.voiceId ?? null, settings: voiceSettings ?? {} };
  try {
    const speech = await store.speakOnce(speaker, utterance, signal);
    return await record(options, id, script, (step) => noteSpoken(step, speech, speaker.name));
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    const billed = error.takeBilled();
    return record(options, id, script, (step) => noteNotSpoken(step, error, billed));
  }
}

/** What came of a script, while the row of its presentation is locked. */
interface Step {
  readonly em: SqlEntityManager;
  readonly presentation: Presentation;
  readonly narration: NarrationState;
  readonly script: PendingScript;
  /** Whether no other slide is still to be spoken. */
  readonly isLast: boolean;
}

/**
 * Records what came of a script, unless another job was faster: its slide, and on the presentation how far it is.
 *
 * @returns the presentation as it is now; null when it is gone
 */
async function record(
  { newScope, events }: NarrationOptions,
  id: string,
  script: PendingScript,
  note: (step: Step) => Promise<void>,
): Promise<Presentation | null> {
  return inTransaction(newScope(), async (transaction) => {
    const { em } = transaction;
    const presentation = await locked(transaction, id);
    if (presentation === null || presentation.narration === null) return presentation;
    const { status, narration } = presentation;
    if (status !== PresentationStatus.NARRATING) return presentation;
    const pending = await pendingSlides(em, presentation);
    if (pending[0] !== script.id) return presentation;
    await note({ em, presentation, narration, script, isLast: pending.length === 1 });
    touch(transaction, presentation);
    await em.flush();
    await tell(transaction, events, presentation);
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
  const spoken = { audioUrl: audioPath(key), wordTimings, timing: SlideTiming.SPOKEN, spokenBy };
  await changeSlide(step, { ...spoken, script: null });
  warn(step, warnings);
  presentation.billedCharacters += billedCharacters;
  presentation.reusedCharacters += reusedCharacters;
  noteDone(presentation, narration, isLast);
}

/** Where the text is to blame, its slide can be shown with the times of a reader. */
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
    // What is the matter with the speaker would be the same for all other slides.
    noteFailure(presentation, narration, failure, isLast || concerns === 'speaker');
    return;
  }
  warn(step, [{ code: 'not_spoken', detail }]);
  noteDone(presentation, narration, isLast);
}

async function changeSlide({ em, script }: Step, change: Partial<StoredSlide>): Promise<void> {
  await em.nativeUpdate(StoredSlide, { id: script.id }, change);
}

/** What people and receivers of events look up is the deck's slide, where the fault is mended. */
function warn({ presentation, script }: Step, warnings: readonly Pick<PresentationWarning, 'code' | 'detail'>[]): void {
  const told = warnings.map((warning) => ({ ...warning, slideId: script.sourceSlideId, faqId: null }));
  presentation.warnings = [...presentation.warnings, ...told];
}

async function tell(transaction: TransactionScope, events: EventLog, presentation: Presentation): Promise<void> {
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
