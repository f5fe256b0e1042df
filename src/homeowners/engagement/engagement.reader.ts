import { sql } from 'kysely';
import type { PricingTier } from '../../engines/pricing/tier-price.ts';
import type { Batch, RequestScope } from '../../kit/data/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { StoredSlide } from '../../presentations/presentations/presentation-part.entity.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { readPresentation } from '../../presentations/presentations/presentation.reader.ts';
import { SlideEngagementSums, Viewer } from './viewer.entity.ts';
import type { PresentationEngagement, SlideEngagement } from './engagement.ts';

interface ViewerSums extends Pick<PresentationEngagement, 'viewerCount' | 'openCount' | 'completedCount'> {
  readonly id: string;
  readonly last: string | Date;
}

interface SlideSums extends Omit<SlideEngagement, 'tiers'> {
  readonly id: string;
  readonly tiers: readonly PricingTier[][];
}

const tierOrder: readonly PricingTier[] = ['good', 'better', 'best'];

/** Batch for the DataLoader: what was watched of each presentation. */
export const engagementOfPresentations: Batch<string, PresentationEngagement> = async (em, presentationIds) => {
  const ids = sql`${[...presentationIds]}::uuid[]`;
  const kysely = em.getKysely<unknown>();
  const { rows: sums } = await sql<ViewerSums>`
    select viewer.presentation_id as id, count(*)::int as "viewerCount", sum(open_count)::int as "openCount",
      max(viewer.updated_at) as last, count(*) filter (where ended.slides >= slide_count)::int as "completedCount"
    from ${visibleRows(em, Viewer)} join ${visibleRows(em, Presentation)} on presentation.id = presentation_id
    cross join lateral (
      select count(*) as slides from ${visibleRows(em, SlideEngagementSums)} where viewer_id = viewer.id and is_completed) as ended
    where presentation_id = any(${ids}) group by viewer.presentation_id`.execute(kysely);
  const { rows: slides } = await sql<SlideSums>`
    select viewer.presentation_id as id, slide_engagement.source_slide_id as "sourceSlideId", count(*)::int as "viewerCount",
      sum(seconds)::float8 as seconds, count(*) filter (where is_completed)::int as "completedCount",
      jsonb_agg(slide_engagement.tiers) as tiers
    from ${visibleRows(em, SlideEngagementSums)} join ${visibleRows(em, Viewer)} on viewer.id = viewer_id
    join ${visibleRows(em, StoredSlide)} on presentation_slide.presentation_id = viewer.presentation_id
      and presentation_slide.source_slide_id = slide_engagement.source_slide_id
    where viewer.presentation_id = any(${ids})
    group by viewer.presentation_id, slide_engagement.source_slide_id, position order by position`.execute(kysely);
  const sumsById = new Map(sums.map((row) => [row.id, row]));
  const slidesById = Map.groupBy(slides, ({ id }) => id);
  return presentationIds.map((id) => engagementOf(sumsById.get(id), slidesById.get(id) ?? []));
};

function engagementOf(sums: ViewerSums | undefined, slides: readonly SlideSums[]): PresentationEngagement {
  const { viewerCount = 0, openCount = 0, completedCount = 0, last = null } = sums ?? {};
  return {
    viewerCount,
    openCount,
    completedCount,
    seconds: slides.reduce((sum, { seconds }) => sum + seconds, 0),
    lastViewedAt: last === null ? null : new Date(last),
    slides: slides.map((slide) => ({
      sourceSlideId: slide.sourceSlideId,
      viewerCount: slide.viewerCount,
      seconds: slide.seconds,
      completedCount: slide.completedCount,
      tiers: tierOrder
        .map((tier) => ({ tier, viewerCount: slide.tiers.filter((seen) => seen.includes(tier)).length }))
        .filter(({ viewerCount: count }) => count > 0),
    })),
  };
}

/** What was watched of one presentation. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export async function readEngagement(scope: RequestScope, presentationId: string): Promise<PresentationEngagement> {
  const { id } = await readPresentation(scope, presentationId);
  const [engagement = engagementOf(undefined, [])] = await engagementOfPresentations(scope.em, [id]);
  return engagement;
}
