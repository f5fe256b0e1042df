import type { Client } from '../../platform/access/client.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../platform/database/scope.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { EventType } from '../../platform/live/event-type.ts';
import { readDeck } from '../decks/deck.reader.ts';
import { lockLinkOf, presentationOf } from '../links/guest-link.ts';
import { countInHour } from '../links/hourly.ts';
import { isOffered, offersOf } from '../personalisation/presentation.offers.ts';
import type { Presentation } from '../presentations/presentation.entity.ts';
import { readPresentation } from '../presentations/presentation.reader.ts';
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
import { sourceSlideIds } from '../presentations/presentation-part.reader.ts';

/**
 * Most browsers of one link whose watching is kept, and most reports of one link: a report in 15 s for eight hours. Most
 * events that these make: five for each report.
 */
const mostViewers = 50;
const mostReports = 2_000;
const mostTold = 10_000;
/** Sums that differ by less, in seconds, tell nothing new. */
const leastSeconds = 0.5;

/** Records one event behind the change. */
type Told = (events: EventLog, transaction: TransactionScope, deckId: string) => Promise<unknown>;

function tell<Data extends object>(type: EventType<Data>, data: Data): Told {
  return (events, transaction, deckId) => events.record(transaction, type, { deckId, data });
}

/** Keeps what homeowners watch. */
export class WatchingService {
  constructor(private readonly events: EventLog) {}

  /**
   * Adds a report to what is known of its browser. Nothing is kept where deck or browser say so, and beyond the limits of
   * a link. The audit log has no entry of it: one would keep the address, and outlive the homeowner.
   */
  async record(asked: RequestScope, client: Client, input: RecordGuestWatchingInput): Promise<void> {
    if (client.isPrivate) return;
    const { trail: _, ...scope } = asked;
    const presentation = await readPresentation(scope, presentationOf(scope));
    const { id, deckId } = presentation;
    if (!(await readDeck(scope, deckId)).isWatched) return;
    const slides = known(input.slides, presentation, await sourceSlideIds(scope.em, id));
    await inTransaction(scope, async (transaction) => {
      const told = await keep(transaction, { ...input, slides });
      for (const one of told) await one(this.events, transaction, deckId);
    });
  }
}

/** What a report says of slides and tiers that the presentation has. */
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

/** Stores a report under the lock of its link. @returns what is new */
async function keep(transaction: TransactionScope, input: RecordGuestWatchingInput): Promise<Told[]> {
  const { em } = transaction;
  const link = await lockLinkOf(transaction);
  if (link === null) return [];
  const viewers = await em.find(Viewer, { linkId: link.id });
  const sumOf = (count: 'reports' | 'told'): number => viewers.reduce((sum, viewer) => sum + viewer[count], 0);
  if (sumOf('reports') >= mostReports || sumOf('told') >= mostTold) return [];
  // What is left out now is in a later report: reports have sums.
  if (!countInHour(link, 'reports', transaction.now())) return [];
  const browserId = input.browserId.toLowerCase();
  const former = viewers.find((viewer) => viewer.browserId === browserId);
  if (former === undefined && viewers.length >= mostViewers) return [];
  const { id: linkId, presentationId, deckId } = link;
  const viewer = former ?? Object.assign(new Viewer(), { linkId, presentationId, deckId, browserId });
  em.persist(viewer);
  const facts = { presentationId, linkId, viewerId: viewer.id };
  const count = viewers.length + (former === undefined ? 1 : 0);
  const told: Told[] = [];
  if (input.opens > viewer.opens) {
    viewer.opens = input.opens;
    const opening = { id: presentationId, linkId, viewerId: viewer.id, opens: input.opens, viewers: count };
    told.push(tell(presentationOpened, opening));
  }
  if (former === undefined && count > 1) {
    told.push(tell(linkOpened, { id: linkId, presentationId, viewerId: viewer.id, viewers: count }));
  }
  const slideIds = input.slides.map(({ slideId }) => slideId);
  const watches = await em.find(SlideWatch, { viewerId: viewer.id, slideId: { $in: slideIds } });
  for (const slide of input.slides) {
    const { slideId } = slide;
    const found = watches.find((watch) => watch.slideId === slideId);
    const watch = found ?? Object.assign(new SlideWatch(), { viewerId: viewer.id, slideId });
    if (found === undefined) {
      em.persist(watch);
      watches.push(watch);
    }
    told.push(...added(watch, slide, { ...facts, slideId }));
  }
  if (told.length > 0) told.push(tell(presentationWatched, { id: presentationId }));
  viewer.reports += 1;
  viewer.told += told.length;
  viewer.updatedAt = transaction.now();
  await em.flush();
  return told;
}

/** Adds what is new to what is known of a slide. Sums never fall. */
function added(watch: SlideWatch, { seconds, completed, tiers }: WatchedSlideInput, facts: SlideFacts): Told[] {
  const told: Told[] = [];
  if (seconds >= watch.seconds + leastSeconds || (completed && !watch.completed)) {
    watch.seconds = Math.max(watch.seconds, seconds);
    watch.completed ||= completed;
    told.push(tell(slideWatched, { ...facts, seconds: watch.seconds, completed: watch.completed }));
  }
  const fresh = [...new Set(tiers)].filter((tier) => !watch.tiers.includes(tier));
  if (fresh.length > 0) watch.tiers = [...watch.tiers, ...fresh];
  return [...told, ...fresh.map((tier) => tell(tierViewed, { ...facts, tier }))];
}
