import { touch } from '../../platform/database/changes.ts';
import type { JobKind, Task } from '../../platform/jobs/task.ts';
import { lockNarrated, narrateNext, type NarrationOptions, recordProgress } from './narrate.ts';
import { resetFailures, nextScript, noteDead } from './narration-state.ts';
import { PresentationStatus } from './presentation.entity.ts';
import { presentationsById } from './presentation.reader.ts';

/** Speaks the pending slides of a presentation. Enqueued when it is created, and when its narration is retried. */
export const narratePresentation: JobKind<{ presentationId: string }> = { name: 'narrate-presentation' };

/** Presentations that one process narrates at a time: each mostly waits for the speaker. */
const slots = 4;
const longestSeconds = 900;
/** One slide may wait for the speaker and be requested several times. */
const longestStepSeconds = 600;

/**
 * Speaks the slides in order and records each at once, so that after a crash the job resumes behind the last recorded
 * slide. A slide that cannot be spoken is recorded as failed, and the next one follows. An error of the speaker itself
 * ends the narration.
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
      const presentation = await lockNarrated(transaction, presentationId);
      if (presentation?.status !== PresentationStatus.NARRATING || presentation.narration === null) return;
      const script = await nextScript(transaction.em, presentation);
      noteDead(presentation, presentation.narration, script, reason);
      touch(transaction, presentation);
      await transaction.em.flush();
      await recordProgress(transaction, options.events, presentation);
    },
    onRetry: async (transaction, { presentationId }) => {
      const presentation = await lockNarrated(transaction, presentationId);
      if (presentation?.status !== PresentationStatus.FAILED || presentation.narration === null) return;
      resetFailures(presentation, presentation.narration);
      touch(transaction, presentation);
      await transaction.em.flush();
    },
  };
}
