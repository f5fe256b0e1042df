import type { AudioStore } from '../../engines/audio/audio-store.ts';
import { inTransaction, type JobKind, type RequestScope, type Task } from '../../kit/data/index.ts';
import { lockAudio } from '../presentations/narrate.ts';
import { isAudioNamed } from './audio.reader.ts';

/** Removes recordings that were replaced; enqueued by the transaction that replaces them. */
export const removeRecordings: JobKind<{ readonly audioKeys: readonly string[] }> = { name: 'remove-recordings' };

/** When it is due, in milliseconds: what was being spoken is stored by then, and open pages have the new recordings. */
export const removalDelayMs = 900_000;

/** Jobs of this kind that one process runs at the same time, and time limits of one job in seconds. */
const slots = 1;
const longestSeconds = 900;
const longestStepSeconds = 120;

export interface RecordingsOptions {
  readonly newScope: () => RequestScope;
  readonly store: AudioStore;
}

/** May run twice: what is removed already is left out. */
export function removeRecordingsTask(options: RecordingsOptions): Task<{ readonly audioKeys: readonly string[] }> {
  return {
    kind: removeRecordings,
    slots,
    longestSeconds,
    longestStepSeconds,
    run: async ({ audioKeys }, { stopping, progressed }) => {
      for (const key of audioKeys) {
        stopping.throwIfAborted();
        await removeAudio(options, key);
        progressed();
      }
    },
  };
}

/** Removes audio that nothing references. While it is locked, no narration begins to name it. */
export async function removeAudio({ newScope, store }: RecordingsOptions, key: string): Promise<void> {
  await inTransaction(newScope(), async (transaction) => {
    await lockAudio(transaction.em, key);
    if (!(await isAudioNamed(transaction, key))) await store.remove(key);
  });
}
