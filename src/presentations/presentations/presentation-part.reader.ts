import type { SqlEntityManager } from '@mikro-orm/sql';
import { listedTexts } from '../../authoring/offers/tier-texts.ts';
import { sql } from 'kysely';
import {
  allOf,
  type Batch,
  byId,
  byName,
  constantStatement,
  insertAll,
  selectOne,
  withNext,
} from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { type AudioCounts, audioCountsFor } from './audio-counts.ts';
import type { Presentation } from './presentation.entity.ts';
import type { Script } from '../personalisation/presentation.subject.ts';
import { StoredFaq, StoredSlide } from './presentation-part.entity.ts';
import type { Copy } from '../personalisation/presentation.snapshot.ts';

export const presentationSlidesById = byId(StoredSlide);
export const presentationFaqsById = byId(StoredFaq);
/** Batch for the DataLoader: slides by their presentation and their `slideId`. */
export const presentationSlidesBySlideId = byName(StoredSlide, {
  columns: ['presentation_id', 'slide_id'],
  property: 'slideId',
  keyOf: ({ presentationId, slideId }) => ({ of: presentationId, name: slideId }),
});
export const slidesOfPresentations = allOf(
  StoredSlide,
  'presentation_id',
  ({ presentationId }) => presentationId,
  sql`position`,
);
export const faqsOfPresentations = allOf(
  StoredFaq,
  'presentation_id',
  ({ presentationId }) => presentationId,
  sql`position`,
);

export type PresentationParts = Pick<Copy, 'slides' | 'faqs'>;

export type WholePresentation = Omit<Presentation, keyof AudioCounts> & AudioCounts & PresentationParts;

export async function readParts(em: SqlEntityManager, presentationId: string): Promise<PresentationParts> {
  const [slides = []] = await slidesOfPresentations(em, [presentationId]);
  const [faqs = []] = await faqsOfPresentations(em, [presentationId]);
  return { slides, faqs };
}

/** Adds the slides and FAQs. They are read after the presentation, so a ready one never comes with a pending slide. */
export async function withParts(em: SqlEntityManager, presentation: Presentation): Promise<WholePresentation> {
  return wholeOf(em, presentation, await readParts(em, presentation.id));
}

/** A presentation with its slides and FAQs, as the actor of an entity manager sees it. */
export function wholeOf(
  em: SqlEntityManager,
  presentation: Presentation,
  { slides, faqs }: PresentationParts,
): WholePresentation {
  return { ...presentation, ...audioCountsFor(em, presentation), slides, faqs };
}

/** @param untouchedIds of the parts whose rows are there */
export async function storeParts(
  em: SqlEntityManager,
  presentationId: string,
  { slides, faqs }: PresentationParts,
  scripts: readonly Script[],
  untouchedIds: ReadonlySet<string> = new Set(),
): Promise<void> {
  const scriptsById = new Map(scripts.map(({ id, ...script }) => [id, script]));
  const placed = <Part extends { readonly id: string }>(parts: readonly Part[]) =>
    parts
      .map((part, position) => ({ ...part, presentationId, position, script: scriptsById.get(part.id) ?? null }))
      .filter(({ id }) => !untouchedIds.has(id));
  await insertAll(em, StoredSlide, placed(slides));
  await insertAll(em, StoredFaq, placed(faqs));
}

const deletions = ['presentation_slide', 'presentation_faq'].map((table) =>
  constantStatement(
    ({ presentationId, untouchedIds }: { readonly presentationId: string; readonly untouchedIds: string[] }) =>
      withNext(sql`delete from ${sql.table(table)}
      where presentation_id = ${presentationId} and id <> all(${untouchedIds}::uuid[])`),
  ),
);

/** Stores the parts of a presentation that was made again. @param untouchedIds of those whose rows stay as they are */
export async function replaceParts(
  em: SqlEntityManager,
  presentationId: string,
  parts: PresentationParts,
  scripts: readonly Script[],
  untouchedIds: ReadonlySet<string>,
): Promise<void> {
  for (const deleteOthers of deletions) await deleteOthers(em, { presentationId, untouchedIds: [...untouchedIds] });
  await storeParts(em, presentationId, parts, scripts, untouchedIds);
}

/** Finds a slide by its own id, or by the id or key of the slide of the deck; null when there is none. */
export async function findPresentationSlide(
  em: SqlEntityManager,
  presentationId: string,
  name: string,
): Promise<StoredSlide | null> {
  const named = sql`${name} in (id::text, source_slide_id::text, slide_id)`;
  return selectOne(
    em,
    StoredSlide,
    sql`where presentation_id = ${presentationId} and ${named} order by position limit 1`,
  );
}

/** Finds a FAQ by its own id, or by that of the FAQ of the deck; null when there is none. @throws AppError `INVALID_INPUT` */
export async function findPresentationFaq(
  em: SqlEntityManager,
  presentationId: string,
  faqId: string,
): Promise<StoredFaq | null> {
  const named = sql`${requireUuid(faqId, 'faqId')}::uuid in (id, source_faq_id)`;
  return selectOne(em, StoredFaq, sql`where presentation_id = ${presentationId} and ${named} limit 1`);
}

/** What contracts quote of an offer as it is shown. */
export interface OfferTexts {
  readonly disclaimer: string | null;
  /** What each tier includes, by its key. */
  readonly features: ReadonlyMap<string, readonly string[]>;
}

/** The texts of the offers of a presentation, by the id of the slide of the deck. */
export type OffersTexts = ReadonlyMap<string, OfferTexts>;

/** Batch for the DataLoader: the texts of the offers of each presentation, without reading its slides whole. */
export const offerTextsOfPresentations: Batch<string, OffersTexts> = async (em, presentationIds) => {
  const { rows } = await sql<{
    presentation_id: string;
    source_slide_id: string;
    disclaimer: string | null;
    features: Readonly<Record<string, unknown>>;
  }>`
    select presentation_id, source_slide_id, product_data->>'disclaimer' as disclaimer,
      jsonb_build_object('good', product_data->'good'->'features', 'better', product_data->'better'->'features',
        'best', product_data->'best'->'features') as features
    from ${visibleRows(em, StoredSlide)}
    where presentation_id = any(${[...presentationIds]}::uuid[]) and product_data is not null`.execute(
    em.getKysely<unknown>(),
  );
  const groups = Map.groupBy(rows, (row) => row.presentation_id);
  return presentationIds.map(
    (id) =>
      new Map(
        groups.get(id)?.map(({ source_slide_id, disclaimer, features }) => {
          const listed = Object.entries(features).map(([tier, value]) => [tier, listedTexts(value)] as const);
          return [source_slide_id, { disclaimer, features: new Map(listed) }];
        }),
      ),
  );
};

/**
 * Batch for the DataLoader: the language in which most slides of each presentation are shown; null where slides were
 * stored without one.
 */
export const languagesOfPresentations: Batch<string, string | null> = async (em, presentationIds) => {
  const { rows } = await sql<{ presentation_id: string; language: string }>`
    select presentation_id, language from ${visibleRows(em, StoredSlide)}
    where presentation_id = any(${[...presentationIds]}::uuid[]) and language is not null
    group by presentation_id, language order by count(*), min(position) desc`.execute(em.getKysely<unknown>());
  const languages = new Map(rows.map(({ presentation_id, language }) => [presentation_id, language]));
  return presentationIds.map((id) => languages.get(id) ?? null);
};

/** The ids of the deck's slides that a presentation has copies of. */
export async function sourceSlideIds(em: SqlEntityManager, presentationId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select source_slide_id as id from ${visibleRows(em, StoredSlide)}
    where presentation_id = ${presentationId}`.execute(em.getKysely<unknown>());
  return new Set(rows.map(({ id }) => id));
}
