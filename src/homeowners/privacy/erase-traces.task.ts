import { sql } from 'kysely';
import type { AudioStore } from '../../engines/audio/audio-store.ts';
import type { ChannelRegistry } from '../../delivery/channels/registry.ts';
import { eraseAnswers } from '../../delivery/deliveries/erase-answers.ts';
import type { Vault } from '../../kit/rights/index.ts';
import {
  eraseResults,
  inTransaction,
  type JobKind,
  type JobQueue,
  type JobSignals,
  type RequestScope,
  type Task,
  type WakeUps,
} from '../../kit/data/index.ts';
import { removeAudio } from '../../presentations/recordings/remove-recordings.task.ts';
import { eraseEvents } from './erase-events.ts';
import { hasIdsAlone, mentionOf, openTraces, type SealedTraces, sealTraces, type Traces } from './traces.ts';

/** Erases what mentions a homeowner; enqueued by the transaction that erases the presentations. */
export const eraseTraces: JobKind<SealedTraces> = { name: 'erase-traces' };

/** Jobs of this kind that one process runs at the same time. */
const slots = 1;
/** Time limits of one job in seconds: it reads the whole log of events, portion by portion. */
const longestSeconds = 3_600;
const longestStepSeconds = 120;
/** When it looks again, in milliseconds: attempts, narrations and requests that were under way have ended by then. */
const secondLookMs = 900_000;

export interface TracesOptions {
  readonly newScope: () => RequestScope;
  readonly jobs: JobQueue;
  readonly vault: Vault;
  readonly channels: ChannelRegistry;
  readonly store: AudioStore;
  readonly wakeUps: WakeUps;
}

/** Erases events, recorded answers, stored results, jobs and audio. All of it may run twice. */
export function eraseTracesTask(options: TracesOptions): Task<SealedTraces> {
  const { newScope, jobs, vault } = options;
  return {
    kind: eraseTraces,
    slots,
    longestSeconds,
    longestStepSeconds,
    run: async (data, signals) => {
      // Its data was emptied by a run whose end was not reported.
      if (data.sealed === '') return;
      const traces = openTraces(vault, data);
      const isFirst = traces.eventIds === null;
      const eventIds = await eraseAll(options, traces, signals);
      await inTransaction(newScope(), async (transaction) => {
        const again = sealTraces(vault, { ...traces, contacts: [], eventIds });
        if (isFirst) await jobs.enqueue(transaction, eraseTraces, [{ data: again, delayMs: secondLookMs }]);
        // The queue keeps ended jobs for an hour.
        await sql`update pgboss.job set data = '{"sealed": ""}'
          where name = ${eraseTraces.name} and data->>'sealed' = ${data.sealed}`.execute(
          transaction.em.getKysely<unknown>(),
        );
      });
    },
  };
}

/** @returns the ids of the events that mention the homeowner */
async function eraseAll(options: TracesOptions, traces: Traces, signals: JobSignals): Promise<string[]> {
  const { newScope, vault, channels, wakeUps } = options;
  const { ids, contacts, decks } = traces;
  const step = (): void => {
    signals.stopping.throwIfAborted();
    signals.progressed();
  };
  const found = await eraseEvents(newScope, traces, step);
  wakeUps.dataErased();
  const eventIds = [...new Set([...found, ...(traces.eventIds ?? [])])];
  await channels.forget(await eraseAnswers(newScope, eventIds, step));
  // Results and jobs of no deck belong to nobody but their ids.
  const terms = decks === null ? [...ids, ...contacts] : ids;
  const { inText } = mentionOf(terms);
  await eraseResults(newScope, vault, (json) => inText(json) && !hasIdsAlone(json));
  step();
  await removeJobs(newScope(), ids);
  for (const key of traces.audioKeys) {
    await removeAudio(options, key);
    step();
  }
  return eventIds;
}

/** Jobs that are running end by themselves, without the rows that they are about. */
async function removeJobs(scope: RequestScope, ids: readonly string[]): Promise<void> {
  await inTransaction(scope, async ({ em }) => {
    const mentions = mentionOf(ids).inColumn;
    await sql`delete from pgboss.job where name <> ${eraseTraces.name} and state <> 'active'
      and (${mentions(sql`data`)} or ${mentions(sql`output`)})`.execute(em.getKysely<unknown>());
  });
}
