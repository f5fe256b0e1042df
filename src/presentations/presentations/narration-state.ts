import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import type { NarrationFailure } from './narration.ts';
import type { Script } from '../personalisation/presentation.subject.ts';
import { type Presentation, PresentationStatus } from './presentation.entity.ts';

/** What is spoken of a presentation: its slides, and after them the answers of its FAQs. */
export type SpokenKind = 'slide' | 'faq';

const parts = {
  slide: { rows: sql`from presentation_slide`, source: sql`source_slide_id` },
  faq: { rows: sql`from presentation_faq`, source: sql`source_faq_id` },
};

/** A script, and the slide or FAQ of the deck that failures and warnings name. */
export interface PendingScript extends Script {
  readonly kind: SpokenKind;
  readonly sourceId: string;
}

type NarratedRow = Pick<Presentation, 'id' | 'status' | 'narration' | 'faqNarration'>;

/** What is being spoken; null when nothing is, or no longer. Each kind ends by itself: answers also where slides fail. */
export function underWay({ status, narration, faqNarration }: Omit<NarratedRow, 'id'>): SpokenKind | null {
  if (status === PresentationStatus.NARRATING && narration !== null) return 'slide';
  if (faqNarration === null || faqNarration.failure !== null) return null;
  return faqNarration.doneCount < faqNarration.totalCount ? 'faq' : null;
}

/** Whether something failed, and nothing is being spoken that may still fail. */
export function hasFailedNarration(presentation: Pick<Presentation, 'status' | 'narration' | 'faqNarration'>): boolean {
  const { status, narration, faqNarration } = presentation;
  if (status === PresentationStatus.NARRATING) return false;
  return (status === PresentationStatus.FAILED && narration !== null) || (faqNarration?.failure ?? null) !== null;
}

/** The ids of the slides or FAQs that are to be spoken next, in order. */
export async function pendingIds(em: SqlEntityManager, presentation: NarratedRow): Promise<string[]> {
  const kind = underWay(presentation);
  if (kind === null) return [];
  const { rows } = await sql<{ id: string }>`select id ${pending(kind, presentation)}`.execute(em.getKysely<unknown>());
  return rows.map(({ id }) => id);
}

/** The next pending script; null when there is none. */
export async function nextScript(em: SqlEntityManager, presentation: NarratedRow): Promise<PendingScript | null> {
  const kind = underWay(presentation);
  if (kind === null) return null;
  const { rows } = await sql<{ id: string; sourceId: string; script: Omit<Script, 'id'> }>`
    select id, ${parts[kind].source} as "sourceId", script ${pending(kind, presentation)} limit 1`.execute(
    em.getKysely<unknown>(),
  );
  const [row] = rows;
  return row === undefined ? null : { kind, id: row.id, sourceId: row.sourceId, ...row.script };
}

/** Selects slides or FAQs that have a script and have not failed. */
function pending(kind: SpokenKind, { id, narration, faqNarration }: NarratedRow): RawBuilder<unknown> {
  const failures = kind === 'slide' ? narration?.failures : faqNarration?.failures;
  const failed = failures?.map(({ scriptId }) => scriptId) ?? [];
  return sql`${parts[kind].rows} where presentation_id = ${id} and script is not null
    and id <> all(${failed}::uuid[]) order by position`;
}

type Failure = Pick<NarrationFailure, 'code' | 'detail' | 'isRetryable'>;

/** Ends what is under way when its job is dead, with a failure of the next script. */
export function noteDead(presentation: Presentation, script: ScriptName, detail: string): void {
  noteOutcome(presentation, script, { code: 'job_dead', detail, isRetryable: true }, true);
}

export function resetFailures(presentation: Presentation): void {
  const { status, narration, faqNarration } = presentation;
  if (status === PresentationStatus.FAILED && narration !== null) {
    presentation.status = PresentationStatus.NARRATING;
    presentation.narration = { ...narration, failure: null, failures: [] };
  }
  if (faqNarration !== null && faqNarration.failure !== null) {
    presentation.faqNarration = { ...faqNarration, failure: null, failures: [] };
  }
}

type ScriptName = Pick<PendingScript, 'kind' | 'id' | 'sourceId'>;

/**
 * Records the outcome of a script.
 *
 * @param failed null for one that has audio, or will never have any
 * @param hasEnded whether nothing of its kind remains to be spoken
 */
export function noteOutcome(
  presentation: Presentation,
  script: ScriptName,
  failed: Failure | null,
  hasEnded: boolean,
): void {
  const { narration, faqNarration } = presentation;
  const { id: scriptId, sourceId } = script;
  if (script.kind === 'faq') {
    const failure = failed === null ? null : { scriptId, faqId: sourceId, ...failed };
    if (faqNarration !== null) presentation.faqNarration = withOutcome(faqNarration, failure, hasEnded);
  } else if (narration !== null) {
    const failure = failed === null ? null : { scriptId, sourceSlideId: sourceId, ...failed };
    const settled = withOutcome(narration, failure, hasEnded);
    presentation.narration = settled;
    if (hasEnded) presentation.status = settled.failure === null ? PresentationStatus.READY : PresentationStatus.FAILED;
  }
}

/** A narration in which one script more was spoken or has failed. Its last failure is reported once it has ended. */
function withOutcome<F, Reported>(
  narration: {
    readonly doneCount: number;
    readonly totalCount: number;
    readonly failure: Reported | null;
    readonly failures: readonly F[];
  },
  failed: (F & Reported) | null,
  hasEnded: boolean,
) {
  const failures = [...narration.failures, ...(failed === null ? [] : [failed])];
  return {
    doneCount: narration.doneCount + (failed === null ? 1 : 0),
    totalCount: narration.totalCount,
    failure: hasEnded ? (failures.at(-1) ?? null) : null,
    failures,
  };
}
