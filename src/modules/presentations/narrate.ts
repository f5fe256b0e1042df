import { LockMode } from '@mikro-orm/core';
import { touch } from '../../database/changes.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { JobKind, Task } from '../../jobs/task.ts';
import { timeShownWords } from '../../narration/spoken.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../scope.ts';
import type { AudioStore, SpokenOnce } from '../../speech/audio-store.ts';
import { type Speaker, SpeechError } from '../../speech/speech.ts';
import { audioPath } from './audio-path.ts';
import { Presentation, PresentationStatus, type SlideScript } from './presentation.entity.ts';
import { presentationFailed, presentationProgressed, presentationReady } from './presentation.events.ts';
import { presentationsById } from './presentation.reader.ts';
import { type PresentationWarning, SlideTiming } from './presentation.snapshot.ts';

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
 * one. What cannot be spoken ends the narration, with the reason, until somebody asks for it again.
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
  };
}

/** @returns the presentation after that; null when it is gone, or has nothing to be spoken */
async function narrateNext(
  options: NarrationOptions,
  { id, voiceSettings, narration }: Presentation,
  signal: AbortSignal,
): Promise<Presentation | null> {
  const { store, speaker } = options;
  const script = narration?.scripts[0];
  if (script === undefined) return null;
  const { spoken: text, language } = script;
  const utterance = { text, language, voice: voiceSettings?.voiceId ?? null, settings: voiceSettings ?? {} };
  try {
    const speech = await store.speakOnce(speaker, utterance, signal);
    return await record(options, id, script, (one) => noteSpoken(one, script, speech, speaker.name));
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    return record(options, id, script, (one) => noteFailed(one, script, error));
  }
}

/** Records what came of a script, unless another job was faster. @returns the presentation as it is now; null when it is gone */
async function record(
  { newScope, events }: NarrationOptions,
  id: string,
  script: SlideScript,
  note: (presentation: Presentation) => void,
): Promise<Presentation | null> {
  return inTransaction(newScope(), async (transaction) => {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const presentation = await transaction.em.findOne(Presentation, { id }, { lockMode });
    const isAwaited = presentation?.status === PresentationStatus.NARRATING;
    if (!isAwaited || presentation.narration?.scripts[0]?.id !== script.id) return presentation;
    note(presentation);
    touch(transaction, presentation);
    await transaction.em.flush();
    await tell(transaction, events, presentation);
    return presentation;
  });
}

function noteSpoken(
  presentation: Presentation,
  { id, words }: SlideScript,
  { key, words: timings, warnings, billedCharacters, reusedCharacters }: SpokenOnce,
  spokenBy: string,
): void {
  const wordTimings = timeShownWords(words, timings);
  const spoken = { audioUrl: audioPath(key), wordTimings, timing: SlideTiming.SPOKEN, spokenBy };
  presentation.slides = presentation.slides.map((slide) => (slide.id === id ? { ...slide, ...spoken } : slide));
  const told = warnings.map((warning): PresentationWarning => ({ ...warning, slideId: id, faqId: null }));
  presentation.warnings = [...presentation.warnings, ...told];
  presentation.billedCharacters += billedCharacters;
  presentation.reusedCharacters += reusedCharacters;
  const { scripts = [], done = 0, total = 0 } = presentation.narration ?? {};
  presentation.narration = { scripts: scripts.slice(1), done: done + 1, total, failure: null };
  if (scripts.length === 1) presentation.status = PresentationStatus.READY;
}

function noteFailed(presentation: Presentation, { id }: SlideScript, { code, message, retryable }: SpeechError): void {
  const { scripts = [], done = 0, total = 0 } = presentation.narration ?? {};
  presentation.narration = { scripts, done, total, failure: { slideId: id, code, detail: message, retryable } };
  presentation.status = PresentationStatus.FAILED;
}

async function tell(transaction: TransactionScope, events: EventLog, presentation: Presentation): Promise<void> {
  const { id, deckId, status, narration } = presentation;
  const { done = 0, total = 0, failure } = narration ?? {};
  if (failure) {
    const data = { id, slideId: failure.slideId, code: failure.code };
    await events.record(transaction, presentationFailed, { deckId, data });
    return;
  }
  await events.record(transaction, presentationProgressed, { deckId, data: { id, done, total } });
  if (status === PresentationStatus.READY) {
    await events.record(transaction, presentationReady, { deckId, data: { id, status } });
  }
}
