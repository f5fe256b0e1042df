import { touch } from '../../platform/database/changes.ts';
import type { TransactionScope } from '../../platform/database/scope.ts';
import type { JobKind, Task } from '../../platform/jobs/task.ts';
import { estimateParts, lockNarrated, narrateNext, type NarrationOptions, recordProgress } from './narrate.ts';
import { hasFailed, nextScript, noteDead, pendingIds, resetFailures, underWay } from './narration-state.ts';
import type { Presentation } from './presentation.entity.ts';
import { presentationsById } from './presentation.reader.ts';

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
export function narrateTask(options: NarrationOptions): Task<{ presentationId: string }> {
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
      const presentation = await lockNarrated(transaction, presentationId);
      if (presentation === null) return;
      await endDead(transaction, options, presentation, reason);
      // Where it spoke slides, no job is left for the answers that would have followed.
      await endDead(transaction, options, presentation, reason);
    },
    onRetry: async (transaction, { presentationId }) => {
      const presentation = await lockNarrated(transaction, presentationId);
      if (presentation === null || !hasFailed(presentation)) return;
      resetFailures(presentation);
      touch(transaction, presentation);
      await transaction.em.flush();
    },
  };
}

/** Ends what is under way, if anything is, with a failure. */
async function endDead(
  transaction: TransactionScope,
  { events }: NarrationOptions,
  presentation: Presentation,
  reason: string,
): Promise<void> {
  const kind = underWay(presentation);
  if (kind === null) return;
  const { id } = presentation;
  const script = (await nextScript(transaction.em, presentation)) ?? { kind, id, sourceId: id };
  await estimateParts(transaction.em, kind, await pendingIds(transaction.em, presentation));
  noteDead(presentation, script, reason);
  touch(transaction, presentation);
  await transaction.em.flush();
  await recordProgress(transaction, events, presentation, kind);
}
