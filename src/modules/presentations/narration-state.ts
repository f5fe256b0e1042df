import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import {
  type NarrationFailure,
  type NarrationState,
  type Presentation,
  PresentationStatus,
  type ScriptFailure,
} from './presentation.entity.ts';
import { type SlideScript } from '../personalisation/presentation.subject.ts';

/** The failures so far; older rows have only the last one. */
export function failuresOf({ failures, failure }: NarrationState): readonly NarrationFailure[] {
  return failures ?? (failure === null ? [] : [failure]);
}

/** A script with the id of the slide of the deck, which failures and warnings name. */
export interface PendingScript extends SlideScript {
  readonly sourceSlideId: string;
}

/** The ids of the pending slides, in order. */
export async function pendingSlides(em: SqlEntityManager, presentation: NarratedRow): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id ${pending(presentation)}`.execute(em.getKysely<unknown>());
  return rows.map(({ id }) => id);
}

/** The next pending script; null when there is none. */
export async function nextScript(em: SqlEntityManager, presentation: NarratedRow): Promise<PendingScript | null> {
  const { rows } = await sql<{ id: string; source_slide_id: string; script: Omit<SlideScript, 'id'> }>`
    select id, source_slide_id, script ${pending(presentation)} limit 1`.execute(em.getKysely<unknown>());
  const [row] = rows;
  return row === undefined ? null : { id: row.id, sourceSlideId: row.source_slide_id, ...row.script };
}

type NarratedRow = Pick<Presentation, 'id' | 'narration'>;

/** Selects slides that have a script and have not failed. */
function pending({ id, narration }: NarratedRow): RawBuilder<unknown> {
  const failed = narration?.failures?.map(({ scriptId }) => scriptId) ?? [];
  return sql`from presentation_slide where presentation_id = ${id} and script is not null
    and id <> all(${failed}::uuid[]) order by position`;
}

/** Counts a slide that has audio, or will never have any. */
export function noteDone(presentation: Presentation, narration: NarrationState, isLast: boolean): void {
  settle(presentation, { ...narration, done: narration.done + 1 }, isLast);
}

/** Records a failed slide. */
export function noteFailure(
  presentation: Presentation,
  narration: NarrationState,
  failure: ScriptFailure,
  isLast: boolean,
): void {
  settle(presentation, { ...narration, failures: [...(narration.failures ?? []), failure] }, isLast);
}

/** Ends a narration whose job is dead, with a failure of the next script. */
export function noteDead(
  presentation: Presentation,
  narration: NarrationState,
  script: PendingScript | null,
  detail: string,
): void {
  const { id: scriptId, sourceSlideId: slideId } = script ?? { id: presentation.id, sourceSlideId: presentation.id };
  noteFailure(presentation, narration, { scriptId, slideId, code: 'job_dead', detail, retryable: true }, true);
}

/** Resets the failures, so that the failed slides are pending again. */
export function resetFailures(presentation: Presentation, narration: NarrationState): void {
  presentation.status = PresentationStatus.NARRATING;
  presentation.narration = { ...narration, failure: null, failures: [] };
}

function settle(presentation: Presentation, narration: NarrationState, hasEnded: boolean): void {
  const failure = hasEnded ? (failuresOf(narration).at(-1) ?? null) : null;
  presentation.narration = { ...narration, failure };
  if (!hasEnded) return;
  presentation.status = failure === null ? PresentationStatus.READY : PresentationStatus.FAILED;
}
