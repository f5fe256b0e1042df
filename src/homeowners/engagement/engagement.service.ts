import { sql } from 'kysely';
import { type Client, visibleRows } from '../../kit/rights/index.ts';
import { isGiven, notFound } from '../../kit/core/index.ts';
import {
  insertAll,
  inTransaction,
  newRow,
  type RequestScope,
  select,
  type TransactionScope,
  updateAll,
} from '../../kit/data/index.ts';
import type { EventType } from '../../kit/live/index.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import { Deck } from '../../authoring/decks/deck.entity.ts';
import { lockLinkRowOf, presentationOf } from '../links/guest-link.ts';
import { addInHour, countInHour, leftInHour } from '../links/hourly.ts';
import { isOffered } from '../../presentations/personalisation/presentation.offers.ts';
import { PresentationLink } from '../links/presentation-link.entity.ts';
import type { PresentationPricing } from '../../presentations/personalisation/presentation.pricing.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
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
import { StoredSlide } from '../../presentations/presentations/presentation-part.entity.ts';

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
    const watched = await readWatched(scope, input.slides);
    if (!watched.isTracked) return;
    const slides = known(input.slides, watched);
    await inTransaction(scope, async (transaction) => {
      const recorded = await keep(transaction, { ...input, slides });
      for (const one of recorded) one(this.events, transaction, watched.deckId);
    });
  }
}

/** What a report may be about. */
interface Watched {
  readonly deckId: string;
  readonly isTracked: boolean;
  /** Of the slides that are reported, those that the presentation has. */
  readonly slideIds: readonly string[];
  /** Null where no tier is reported. */
  readonly pricing: PresentationPricing | null;
}

/** Reads it in one statement: reports come every 15 s from each open page. @throws AppError `NOT_FOUND` */
async function readWatched(scope: RequestScope, slides: readonly SlideEngagementInput[]): Promise<Watched> {
  const { em } = scope;
  const id = presentationOf(scope);
  const slideIds = slides.map(({ sourceSlideId }) => sourceSlideId);
  const hasTiers = slides.some(({ tiers }) => isGiven(tiers) && tiers.length > 0);
  const { rows } = await sql<Watched>`
    select deck.id as "deckId", deck.is_engagement_tracked as "isTracked",
      case when ${hasTiers}::bool then presentation.pricing end as pricing,
      array(select source_slide_id from ${visibleRows(em, StoredSlide)}
        where presentation_id = presentation.id and source_slide_id = any(${slideIds}::uuid[])) as "slideIds"
    from ${visibleRows(em, Presentation)} join ${visibleRows(em, Deck)} on deck.id = presentation.deck_id
    where presentation.id = ${id}`.execute(em.getKysely<unknown>());
  const [watched] = rows;
  if (watched === undefined) throw notFound('presentation', id);
  return watched;
}

/** The part of a report about slides and tiers of the presentation. */
function known(slides: readonly SlideEngagementInput[], { pricing, slideIds }: Watched): SlideEngagementInput[] {
  const offers = pricing?.offers ?? [];
  return slides.flatMap(({ sourceSlideId: given, tiers, ...slide }) => {
    const sourceSlideId = given.toLowerCase();
    if (!slideIds.includes(sourceSlideId)) return [];
    const offered = offers.find((offer) => offer.sourceSlideId === sourceSlideId)?.tiers.filter(isOffered) ?? [];
    return [
      { ...slide, sourceSlideId, tiers: (tiers ?? []).filter((one) => offered.some(({ tier }) => tier === one)) },
    ];
  });
}

/** Stores a report under the lock of its link. @returns what is new */
async function keep(transaction: TransactionScope, input: RecordGuestEngagementInput): Promise<RecordEvent[]> {
  const { em } = transaction;
  const link = await lockLinkRowOf(transaction);
  if (link === null) return [];
  const now = transaction.now();
  const viewers = await select(em, Viewer, sql`where link_id = ${link.id}`);
  const [reportCount, eventCount] = [sumOf(viewers, 'reportCount'), sumOf(viewers, 'eventCount')];
  // What is left out now is in a later report: reports have sums.
  const left = Math.min(leftInHour(link, 'engagement', now), mostEvents - eventCount);
  if (reportCount >= mostReports || left <= 0 || !countInHour(link, 'reports', now)) return [];
  const browserId = input.browserId.toLowerCase();
  const former = viewers.find((one) => one.browserId === browserId);
  const isKept = former !== undefined || viewers.length < mostViewers;
  const recorded = isKept
    ? await keepReport(transaction, link, { former, viewers, left }, { ...input, browserId })
    : [];
  if (recorded.length > 0) addInHour(link, 'engagement', recorded.length, now);
  // Its version stays: nobody has changed it.
  await updateAll(em, PresentationLink, [link]);
  return recorded;
}

/** What is known of the viewers of a link. */
interface KnownViewers {
  /** The one that reports; undefined when it is new. */
  readonly former: Viewer | undefined;
  readonly viewers: readonly Viewer[];
  /** How many events a report may make. */
  readonly left: number;
}

const sumOf = (viewers: readonly Viewer[], count: 'reportCount' | 'eventCount'): number =>
  viewers.reduce((sum, viewer) => sum + viewer[count], 0);

/** Stores what a viewer reports. @returns what is new */
async function keepReport(
  transaction: TransactionScope,
  { id: linkId, presentationId, deckId }: PresentationLink,
  { former, viewers, left }: KnownViewers,
  { browserId, openCount, slides }: RecordGuestEngagementInput,
): Promise<RecordEvent[]> {
  const { em } = transaction;
  const updatedAt = transaction.now();
  const viewer = former ?? Object.assign(newRow(Viewer), { linkId, presentationId, deckId, browserId });
  const facts = { presentationId, linkId, viewerId: viewer.id };
  const viewerCount = viewers.length + (former === undefined ? 1 : 0);
  const recorded: RecordEvent[] = [];
  if (openCount > viewer.openCount) {
    viewer.openCount = openCount;
    recorded.push(recordLater(presentationOpened, { ...facts, openCount, viewerCount }));
  }
  if (former === undefined && viewerCount > 1) {
    recorded.push(recordLater(linkOpened, { linkId, presentationId, viewerId: viewer.id, viewerCount }));
  }
  const slideIds = slides.map(({ sourceSlideId }) => sourceSlideId);
  const isOfViewer = sql`where viewer_id = ${viewer.id} and source_slide_id = any(${slideIds}::uuid[])`;
  const stored = former === undefined ? [] : await select(em, SlideEngagementSums, isOfViewer);
  const sumsOf = new Map(stored.map((sums) => [sums.sourceSlideId, sums]));
  const changed = new Set<SlideEngagementSums>();
  for (const slide of slides) {
    const { sourceSlideId } = slide;
    // A slide that is left out is not kept either, so that a later report includes it.
    if (recorded.length + mostOfSlide >= left) break;
    const sums = sumsOf.get(sourceSlideId) ?? newSums(viewer, sourceSlideId);
    sumsOf.set(sourceSlideId, sums);
    const fresh = added(sums, slide, { ...facts, sourceSlideId });
    if (fresh.length > 0) changed.add(Object.assign(sums, { updatedAt }));
    recorded.push(...fresh);
  }
  if (recorded.length > 0) recorded.push(recordLater(presentationEngagementChanged, { presentationId }));
  viewer.reportCount += 1;
  viewer.eventCount += recorded.length;
  viewer.updatedAt = updatedAt;
  await (former === undefined ? insertAll(em, Viewer, [viewer]) : updateAll(em, Viewer, [viewer]));
  const isStored = new Set(stored);
  await updateAll(em, SlideEngagementSums, [...changed.intersection(isStored)]);
  await insertAll(em, SlideEngagementSums, [...new Set(sumsOf.values()).difference(isStored)]);
  return recorded;
}

function newSums({ id: viewerId }: Viewer, sourceSlideId: string): SlideEngagementSums {
  return Object.assign(newRow(SlideEngagementSums), { viewerId, sourceSlideId });
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
