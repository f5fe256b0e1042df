import { sql } from 'kysely';
import type { PricingTier } from '../../engines/pricing/tier-price.ts';
import type { Batch, RequestScope } from '../../kit/data/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { StoredSlide } from '../../presentations/presentations/presentation-part.entity.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { readPresentation } from '../../presentations/presentations/presentation.reader.ts';
import { SlideWatch, Viewer } from './viewer.entity.ts';
import type { PresentationWatching, SlideWatching } from './watching.ts';

interface ViewerSums extends Pick<PresentationWatching, 'viewers' | 'opens' | 'completed'> {
  readonly id: string;
  readonly last: string | Date;
}

interface SlideSums extends Omit<SlideWatching, 'tiers'> {
  readonly id: string;
  readonly tiers: readonly PricingTier[][];
}

const tierOrder: readonly PricingTier[] = ['good', 'better', 'best'];

/** Batch for the DataLoader: what was watched of each presentation. */
export const watchingOfPresentations: Batch<string, PresentationWatching> = async (em, presentationIds) => {
  const ids = sql`${[...presentationIds]}::uuid[]`;
  const kysely = em.getKysely<unknown>();
  const { rows: sums } = await sql<ViewerSums>`
    select viewer.presentation_id as id, count(*)::int as viewers, sum(opens)::int as opens,
      max(viewer.updated_at) as last, count(*) filter (where ended.slides >= slide_count)::int as completed
    from ${visibleRows(em, Viewer)} join ${visibleRows(em, Presentation)} on presentation.id = presentation_id
    cross join lateral (
      select count(*) as slides from ${visibleRows(em, SlideWatch)} where viewer_id = viewer.id and completed) as ended
    where presentation_id = any(${ids}) group by viewer.presentation_id`.execute(kysely);
  const { rows: slides } = await sql<SlideSums>`
    select viewer.presentation_id as id, slide_watch.slide_id as "slideId", count(*)::int as viewers,
      sum(seconds)::float8 as seconds, count(*) filter (where completed)::int as completed,
      jsonb_agg(slide_watch.tiers) as tiers
    from ${visibleRows(em, SlideWatch)} join ${visibleRows(em, Viewer)} on viewer.id = viewer_id
    join ${visibleRows(em, StoredSlide)} on presentation_slide.presentation_id = viewer.presentation_id
      and source_slide_id = slide_watch.slide_id
    where viewer.presentation_id = any(${ids})
    group by viewer.presentation_id, slide_watch.slide_id, position order by position`.execute(kysely);
  const sumsById = new Map(sums.map((row) => [row.id, row]));
  const slidesById = Map.groupBy(slides, ({ id }) => id);
  return presentationIds.map((id) => watchingOf(sumsById.get(id), slidesById.get(id) ?? []));
};

function watchingOf(sums: ViewerSums | undefined, slides: readonly SlideSums[]): PresentationWatching {
  const { viewers = 0, opens = 0, completed = 0, last = null } = sums ?? {};
  return {
    viewers,
    opens,
    completed,
    seconds: slides.reduce((sum, { seconds }) => sum + seconds, 0),
    lastWatchedAt: last === null ? null : new Date(last),
    slides: slides.map(({ slideId, viewers: watching, seconds, completed: ended, tiers }) => ({
      slideId,
      viewers: watching,
      seconds,
      completed: ended,
      tiers: tierOrder
        .map((tier) => ({ tier, viewers: tiers.filter((seen) => seen.includes(tier)).length }))
        .filter((seen) => seen.viewers > 0),
    })),
  };
}

/** What was watched of one presentation. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export async function readWatching(scope: RequestScope, presentationId: string): Promise<PresentationWatching> {
  const { id } = await readPresentation(scope, presentationId);
  const [watching = watchingOf(undefined, [])] = await watchingOfPresentations(scope.em, [id]);
  return watching;
}
