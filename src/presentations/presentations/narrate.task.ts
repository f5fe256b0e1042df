import { type JobKind, type Task, touch, type TransactionScope } from '../../kit/data/index.ts';
import { estimateParts, narrateNext, type NarratorOptions, recordProgress } from './narrate.ts';
import {
  hasFailedNarration,
  nextScript,
  noteDead,
  pendingIds,
  resetFailures,
  type SpokenKind,
  underWay,
} from './narration-state.ts';
import type { Presentation } from './presentation.entity.ts';
import { lockPresentation, presentationsById } from './presentation.reader.ts';

/** Speaks the pending slides and answers of a presentation. Enqueued when it is created, and when its narration is retried. */
export const narratePresentation: JobKind<{ presentationId: string }> = { name: 'narrate-presentation' };

/** Presentations that one process narrates at a time: each mostly waits for the speaker. */
const slots = 4;
const longestSeconds = 900;
/** One text may wait for the speaker and be requested several times. */
const longestStepSeconds = 600;

/**
 * Speaks the slides in order, then the answers, and records each at once, so that after a crash the job resumes behind
 * the last recorded one. What cannot be spoken is recorded as failed, and the next one follows. An error of the speaker
 * itself ends the narration of the slides, or of the answers. Answers are tried also then: they may be stored already.
 */
export function narrateTask(options: NarratorOptions): Task<{ presentationId: string }> {
  return {
    kind: narratePresentation,
    slots,
    longestSeconds,
    longestStepSeconds,
    run: async ({ presentationId }, { stopping, tooLate, progressed }) => {
      let [presentation = null] = await presentationsById(options.newScope().em, [presentationId]);
      while (presentation !== null && underWay(presentation) !== null) {
        stopping.throwIfAborted();
        presentation = await narrateNext(options, presentation, tooLate);
        progressed();
      }
    },
    onDead: async (transaction, { presentationId }, reason) => {
      const presentation = await lockPresentation(transaction, presentationId);
      if (presentation === null) return;
      for (let kind = underWay(presentation); kind !== null; kind = underWay(presentation)) {
        await endDead(transaction, options, { presentation, kind }, reason);
      }
    },
    onRetry: async (transaction, { presentationId }) => {
      const presentation = await lockPresentation(transaction, presentationId);
      if (presentation === null || !hasFailedNarration(presentation)) return;
      resetFailures(presentation);
      touch(transaction, presentation);
      await transaction.em.flush();
    },
  };
}

/** Ends what is under way with a failure: the slides, and then the answers, for which no job is left. */
async function endDead(
  transaction: TransactionScope,
  options: NarratorOptions,
  { presentation, kind }: { readonly presentation: Presentation; readonly kind: SpokenKind },
  reason: string,
): Promise<void> {
  const { id } = presentation;
  const script = (await nextScript(transaction.em, presentation)) ?? { kind, id, sourceId: id };
  await estimateParts(transaction.em, kind, await pendingIds(transaction.em, presentation));
  noteDead(presentation, script, reason);
  touch(transaction, presentation);
  await transaction.em.flush();
  recordProgress(transaction, options, presentation, kind);
}
