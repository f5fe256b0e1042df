import { sql } from 'kysely';
import { type Client, visibleRows } from '../../kit/rights/index.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../kit/data/index.ts';
import type { EventType } from '../../kit/live/index.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import { readDeck } from '../../authoring/decks/deck.reader.ts';
import { lockLinkOf, presentationOf } from '../links/guest-link.ts';
import { addInHour, countInHour, leftInHour } from '../links/hourly.ts';
import { isOffered, offersOf } from '../../presentations/personalisation/presentation.offers.ts';
import type { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { readPresentation } from '../../presentations/presentations/presentation.reader.ts';
import { SlideWatch, Viewer } from './viewer.entity.ts';
import {
  linkOpened,
  presentationOpened,
  presentationWatched,
  type SlideFacts,
  slideWatched,
  tierViewed,
} from './watching.events.ts';
import type { RecordGuestWatchingInput, WatchedSlideInput } from './watching.inputs.ts';
import { sourceSlideIds } from '../../presentations/presentations/presentation-part.reader.ts';

/**
 * Most browsers of one link whose watching is kept, and most reports of one link: a report in 15 s for eight hours. Most
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
type RecordEvent = (events: EventLog, transaction: TransactionScope, deckId: string) => Promise<unknown>;

function recordLater<Data extends object>(type: EventType<Data>, data: Data): RecordEvent {
  return (events, transaction, deckId) => events.record(transaction, type, { deckId, data });
}

/** Keeps what homeowners watch. */
export class WatchingService {
  constructor(private readonly events: EventLog) {}

  /**
   * Adds a report to what is known of its browser. Nothing is kept where deck or browser opt out, and beyond the limits
   * of a link. The audit log has no entry of it: one would keep the address, and outlive the homeowner.
   */
  async record(columns: RequestScope, client: Client, input: RecordGuestWatchingInput): Promise<void> {
    if (client.isPrivate) return;
    const { trail: _, ...scope } = columns;
    const presentation = await readPresentation(scope, presentationOf(scope));
    const { id, deckId } = presentation;
    if (!(await readDeck(scope, deckId)).isWatched) return;
    const slides = known(input.slides, presentation, await sourceSlideIds(scope.em, id));
    await inTransaction(scope, async (transaction) => {
      const recorded = await keep(transaction, { ...input, slides });
      for (const one of recorded) await one(this.events, transaction, deckId);
    });
  }
}

/** The part of a report about slides and tiers of the presentation. */
function known(
  slides: readonly WatchedSlideInput[],
  { pricing }: Pick<Presentation, 'pricing'>,
  slideIds: ReadonlySet<string>,
): WatchedSlideInput[] {
  const offers = offersOf(pricing);
  return slides.flatMap(({ slideId: given, tiers, ...slide }) => {
    const slideId = given.toLowerCase();
    if (!slideIds.has(slideId)) return [];
    const offered = offers.find((offer) => offer.slideId === slideId)?.tiers.filter(isOffered) ?? [];
    return [{ ...slide, slideId, tiers: (tiers ?? []).filter((one) => offered.some(({ tier }) => tier === one)) }];
  });
}

/** What is kept of all viewers of a link. */
interface Kept {
  readonly viewers: number;
  readonly reports: number;
  readonly told: number;
}

async function readKept({ em }: TransactionScope, linkId: string): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select count(*)::int as viewers, coalesce(sum(reports), 0)::int as reports, coalesce(sum(told), 0)::int as told
    from ${visibleRows(em, Viewer)} where link_id = ${linkId}`.execute(em.getKysely<unknown>());
  const [kept] = rows;
  if (kept === undefined) throw new Error('An aggregate gives one row.');
  return kept;
}

/** Stores a report under the lock of its link. @returns what is new */
async function keep(transaction: TransactionScope, input: RecordGuestWatchingInput): Promise<RecordEvent[]> {
  const { em } = transaction;
  const link = await lockLinkOf(transaction);
  if (link === null) return [];
  const now = transaction.now();
  const kept = await readKept(transaction, link.id);
  // What is left out now is in a later report: reports have sums.
  const left = Math.min(leftInHour(link, 'watched', now), mostEvents - kept.told);
  if (kept.reports >= mostReports || left <= 0 || !countInHour(link, 'reports', now)) return [];
  const browserId = input.browserId.toLowerCase();
  const former = await em.findOne(Viewer, { linkId: link.id, browserId });
  if (former === null && kept.viewers >= mostViewers) return [];
  const { id: linkId, presentationId, deckId } = link;
  const viewer = former ?? Object.assign(new Viewer(), { linkId, presentationId, deckId, browserId });
  em.persist(viewer);
  const facts = { presentationId, linkId, viewerId: viewer.id };
  const count = kept.viewers + (former === null ? 1 : 0);
  const recorded: RecordEvent[] = [];
  if (input.opens > viewer.opens) {
    viewer.opens = input.opens;
    const opening = { id: presentationId, linkId, viewerId: viewer.id, opens: input.opens, viewers: count };
    recorded.push(recordLater(presentationOpened, opening));
  }
  if (former === null && count > 1) {
    recorded.push(recordLater(linkOpened, { id: linkId, presentationId, viewerId: viewer.id, viewers: count }));
  }
  const slideIds = input.slides.map(({ slideId }) => slideId);
  const watches = await em.find(SlideWatch, { viewerId: viewer.id, slideId: { $in: slideIds } });
  for (const slide of input.slides) {
    const { slideId } = slide;
    // A slide that is left out is not kept either, so that a later report includes it.
    if (recorded.length + mostOfSlide >= left) break;
    const found = watches.find((watch) => watch.slideId === slideId);
    const watch = found ?? Object.assign(new SlideWatch(), { viewerId: viewer.id, slideId });
    if (found === undefined) {
      em.persist(watch);
      watches.push(watch);
    }
    recorded.push(...added(watch, slide, { ...facts, slideId }));
  }
  if (recorded.length > 0) recorded.push(recordLater(presentationWatched, { id: presentationId }));
  viewer.reports += 1;
  viewer.told += recorded.length;
  viewer.updatedAt = now;
  if (recorded.length > 0) addInHour(link, 'watched', recorded.length, now);
  await em.flush();
  return recorded;
}

/** Adds what is new to what is known of a slide. Sums never fall. */
function added(watch: SlideWatch, { seconds, completed, tiers }: WatchedSlideInput, facts: SlideFacts): RecordEvent[] {
  const recorded: RecordEvent[] = [];
  if (seconds >= watch.seconds + leastSeconds || (completed && !watch.completed)) {
    watch.seconds = Math.max(watch.seconds, seconds);
    watch.completed ||= completed;
    recorded.push(recordLater(slideWatched, { ...facts, seconds: watch.seconds, completed: watch.completed }));
  }
  const fresh = [...new Set(tiers)].filter((tier) => !watch.tiers.includes(tier));
  if (fresh.length > 0) watch.tiers = [...watch.tiers, ...fresh];
  return [...recorded, ...fresh.map((tier) => recordLater(tierViewed, { ...facts, tier }))];
}
