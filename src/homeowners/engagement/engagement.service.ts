import { sql } from 'kysely';
import { type Client, visibleRows } from '../../kit/rights/index.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../kit/data/index.ts';
import type { EventType } from '../../kit/live/index.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import { readDeck } from '../../authoring/decks/deck.reader.ts';
import { lockLinkOf, presentationOf } from '../links/guest-link.ts';
import { addInHour, countInHour, leftInHour } from '../links/hourly.ts';
import { isOffered } from '../../presentations/personalisation/presentation.offers.ts';
import type { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { readPresentation } from '../../presentations/presentations/presentation.reader.ts';
import { SlideEngagementSums, Viewer } from './viewer.entity.ts';
import {
  linkOpened,
  presentationOpened,
  presentationEngagementChanged,
  type SlideFacts,
  slideViewed,
  tierViewed,
} from './engagement.events.ts';
import type { RecordGuestEngagementInput, SlideEngagementInput } from './engagement.inputs.ts';
import { sourceSlideIds } from '../../presentations/presentations/presentation-part.reader.ts';

/**
 * Most browsers of one link whose engagement is kept, and most reports of one link: a report in 15 s for eight hours. Most
 * events that these make: five for each report.
 */
const mostViewers = 50;
const mostReports = 2_000;
const mostEvents = 10_000;
/** Most events of one slide of a report: it was watched, and each of its tiers seen. */
const mostOfSlide = 4;
/** Sums that differ by less, in seconds, are not new. */
const leastSeconds = 0.5;

/** Records one event behind the change. */
type RecordEvent = (events: EventLog, transaction: TransactionScope, deckId: string) => void;

function recordLater<Data extends object>(type: EventType<Data>, data: Data): RecordEvent {
  return (events, transaction, deckId) => events.record(transaction, type, { deckId, data });
}

/** Keeps what homeowners view. */
export class EngagementService {
  constructor(private readonly events: EventLog) {}

  /**
   * Adds a report to what is known of its browser. Nothing is kept where deck or browser opt out, and beyond the limits
   * of a link. The audit log has no entry of it: one would keep the address, and outlive the homeowner.
   */
  async record(audited: RequestScope, client: Client, input: RecordGuestEngagementInput): Promise<void> {
    if (client.isPrivate) return;
    const { trail: _, ...scope } = audited;
    const presentation = await readPresentation(scope, presentationOf(scope));
    const { id, deckId } = presentation;
    if (!(await readDeck(scope, deckId)).isEngagementTracked) return;
    const slides = known(input.slides, presentation, await sourceSlideIds(scope.em, id));
    await inTransaction(scope, async (transaction) => {
      const recorded = await keep(transaction, { ...input, slides });
      for (const one of recorded) one(this.events, transaction, deckId);
    });
  }
}

/** The part of a report about slides and tiers of the presentation. */
function known(
  slides: readonly SlideEngagementInput[],
  { pricing }: Pick<Presentation, 'pricing'>,
  slideIds: ReadonlySet<string>,
): SlideEngagementInput[] {
  const { offers } = pricing;
  return slides.flatMap(({ sourceSlideId: given, tiers, ...slide }) => {
    const sourceSlideId = given.toLowerCase();
    if (!slideIds.has(sourceSlideId)) return [];
    const offered = offers.find((offer) => offer.sourceSlideId === sourceSlideId)?.tiers.filter(isOffered) ?? [];
    return [
      { ...slide, sourceSlideId, tiers: (tiers ?? []).filter((one) => offered.some(({ tier }) => tier === one)) },
    ];
  });
}

/** What is kept of all viewers of a link. */
interface Kept {
  readonly viewerCount: number;
  readonly reportCount: number;
  readonly eventCount: number;
}

async function readKept({ em }: TransactionScope, linkId: string): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select count(*)::int as "viewerCount", coalesce(sum(report_count), 0)::int as "reportCount",
      coalesce(sum(event_count), 0)::int as "eventCount"
    from ${visibleRows(em, Viewer)} where link_id = ${linkId}`.execute(em.getKysely<unknown>());
  const [kept] = rows;
  if (kept === undefined) throw new Error('An aggregate gives one row.');
  return kept;
}

/** Stores a report under the lock of its link. @returns what is new */
async function keep(transaction: TransactionScope, input: RecordGuestEngagementInput): Promise<RecordEvent[]> {
  const { em } = transaction;
  const link = await lockLinkOf(transaction);
  if (link === null) return [];
  const now = transaction.now();
  const kept = await readKept(transaction, link.id);
  // What is left out now is in a later report: reports have sums.
  const left = Math.min(leftInHour(link, 'engagement', now), mostEvents - kept.eventCount);
  if (kept.reportCount >= mostReports || left <= 0 || !countInHour(link, 'reports', now)) return [];
  const browserId = input.browserId.toLowerCase();
  const former = await em.findOne(Viewer, { linkId: link.id, browserId });
  if (former === null && kept.viewerCount >= mostViewers) return [];
  const { id: linkId, presentationId, deckId } = link;
  const viewer = former ?? Object.assign(new Viewer(), { linkId, presentationId, deckId, browserId });
  em.persist(viewer);
  const facts = { presentationId, linkId, viewerId: viewer.id };
  const count = kept.viewerCount + (former === null ? 1 : 0);
  const recorded: RecordEvent[] = [];
  if (input.openCount > viewer.openCount) {
    viewer.openCount = input.openCount;
    const opening = { presentationId, linkId, viewerId: viewer.id, openCount: input.openCount, viewerCount: count };
    recorded.push(recordLater(presentationOpened, opening));
  }
  if (former === null && count > 1) {
    recorded.push(recordLater(linkOpened, { linkId, presentationId, viewerId: viewer.id, viewerCount: count }));
  }
  const slideIds = input.slides.map(({ sourceSlideId }) => sourceSlideId);
  const stored = await em.find(SlideEngagementSums, { viewerId: viewer.id, sourceSlideId: { $in: slideIds } });
  for (const slide of input.slides) {
    const { sourceSlideId } = slide;
    // A slide that is left out is not kept either, so that a later report includes it.
    if (recorded.length + mostOfSlide >= left) break;
    const found = stored.find((sums) => sums.sourceSlideId === sourceSlideId);
    const sums = found ?? Object.assign(new SlideEngagementSums(), { viewerId: viewer.id, sourceSlideId });
    if (found === undefined) {
      em.persist(sums);
      stored.push(sums);
    }
    recorded.push(...added(sums, slide, { ...facts, sourceSlideId }));
  }
  if (recorded.length > 0) recorded.push(recordLater(presentationEngagementChanged, { presentationId }));
  viewer.reportCount += 1;
  viewer.eventCount += recorded.length;
  viewer.updatedAt = now;
  if (recorded.length > 0) addInHour(link, 'engagement', recorded.length, now);
  await em.flush();
  return recorded;
}

/** Adds what is new to what is known of a slide. Sums never fall. */
function added(
  sums: SlideEngagementSums,
  { seconds, isCompleted, tiers }: SlideEngagementInput,
  facts: SlideFacts,
): RecordEvent[] {
  const recorded: RecordEvent[] = [];
  if (seconds >= sums.seconds + leastSeconds || (isCompleted && !sums.isCompleted)) {
    sums.seconds = Math.max(sums.seconds, seconds);
    sums.isCompleted ||= isCompleted;
    recorded.push(recordLater(slideViewed, { ...facts, seconds: sums.seconds, isCompleted: sums.isCompleted }));
  }
  const fresh = [...new Set(tiers)].filter((tier) => !sums.tiers.includes(tier));
  if (fresh.length > 0) sums.tiers = [...sums.tiers, ...fresh];
  return [...recorded, ...fresh.map((tier) => recordLater(tierViewed, { ...facts, tier }))];
}
