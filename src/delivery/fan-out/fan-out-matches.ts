import type { SqlEntityManager } from '@mikro-orm/sql';
import { turns } from '../../kit/core/index.ts';
import type { Event } from '../events/event.entity.ts';
import { eventsById } from '../events/event.service.ts';
import { type Listener, type FanOutEvent, wants } from './listeners.ts';
import type { Match } from './new-deliveries.ts';

/** Most events whose data is in memory for filters, and about how many bytes of it. */
const eventsInMemory = 20;
const bytesInMemory = 1_048_576;
/** Time that one transaction spends on filters, in milliseconds: others wait for its locks. */
const longestMs = 300;

/** Result of the search for the deliveries of a batch. */
export interface Found {
  readonly matches: readonly Match[];
  /** Events that were compared with all listeners. The rest of the batch is untouched, except for `broken`. */
  readonly done: readonly FanOutEvent[];
  /** The event at which time ran out, with the last listener it was compared with. */
  readonly broken: { readonly place: FanOutEvent; readonly after: string } | null;
}

/** Finds which listeners want which events, for a limited time and at least one pair. @param listeners ordered by id */
export async function findMatches(
  em: SqlEntityManager,
  batch: readonly FanOutEvent[],
  listeners: readonly Listener[],
): Promise<Found> {
  const search = new Search();
  for (const portion of portions(batch.map((place) => inquiryOf(place, listeners)))) {
    const read = portion.filter(({ readsData }) => readsData).map(({ place }) => place.eventId);
    const events = read.length === 0 ? [] : await eventsById(em, read);
    const byId = new Map(events.map((event) => [event?.id, event]));
    for (const inquiry of portion) {
      await search.compare(inquiry, byId.get(inquiry.place.eventId) ?? null);
      if (search.isOver) return search.found();
    }
  }
  return search.found();
}

/** An event with the listeners that want its type and deck. */
interface Inquiry {
  readonly place: FanOutEvent;
  readonly wanting: readonly Listener[];
  /** Whether a listener has a filter. */
  readonly readsData: boolean;
}

function inquiryOf(place: FanOutEvent, listeners: readonly Listener[]): Inquiry {
  const wanting = listeners.filter((listener) => wants(listener, place));
  return { place, wanting, readsData: wanting.some(({ filter }) => filter !== null) };
}

class Search {
  readonly #matches: Match[] = [];
  readonly #done: FanOutEvent[] = [];
  readonly #endsAt = performance.now() + longestMs;
  #broken: Found['broken'] = null;

  get isOver(): boolean {
    return performance.now() > this.#endsAt;
  }

  found(): Found {
    return { matches: this.#matches, done: this.#done, broken: this.#broken };
  }

  /** @param event null where no filter needs its data, or it is deleted */
  async compare({ place, wanting }: Inquiry, event: Event | null): Promise<void> {
    for (const [index, listener] of wanting.entries()) {
      this.#compareOne(place, listener, event);
      if (listener.filter === null) continue;
      await turns.next();
      if (this.isOver && index < wanting.length - 1) {
        this.#broken = { place, after: listener.id };
        return;
      }
    }
    this.#done.push(place);
  }

  #compareOne(place: FanOutEvent, subscription: Listener, event: Event | null): void {
    const match = { event: { id: place.eventId }, subscription };
    if (subscription.filter === null) {
      this.#matches.push(match);
      return;
    }
    if (event === null) return;
    const { passes, fault } = subscription.judge(event);
    if (passes || fault !== null) this.#matches.push({ ...match, skipReason: fault });
  }
}

/** Splits a batch into parts whose data fits in memory. */
function* portions(inquiries: readonly Inquiry[]): Generator<Inquiry[]> {
  let portion: Inquiry[] = [];
  let events = 0;
  let bytes = 0;
  for (const inquiry of inquiries) {
    const size = inquiry.readsData ? inquiry.place.size : null;
    if (size !== null && (events === eventsInMemory || (events > 0 && bytes + size > bytesInMemory))) {
      yield portion;
      [portion, events, bytes] = [[], 0, 0];
    }
    portion.push(inquiry);
    if (size !== null) [events, bytes] = [events + 1, bytes + size];
  }
  yield portion;
}
