/** What a row shows of an event. The data is not kept: ten thousand events may have 600 MB of it. */
export interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly deckId: string | null;
  readonly cursor: string;
  /** The beginning of the data as one line. */
  readonly summary: string;
}

/** Most events that are kept. */
const bufferCapacity = 10_000;
/** Events beyond the capacity that may gather before they are dropped together. */
const slack = 1_000;
const longestSummary = 200;

/** The newest events, each once, from the oldest to the newest; bounded. */
export class EventBuffer {
  #events: EventRow[] = [];
  readonly #ids = new Set<string>();

  get length(): number {
    return Math.min(this.#events.length, bufferCapacity);
  }

  /** @param index from 0, the newest */
  at(index: number): EventRow {
    const event = this.#events[this.#events.length - 1 - index];
    if (event === undefined) throw new RangeError(`there is no event ${index}`);
    return event;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** @returns false for an event that is here already */
  push(event: EventRow): boolean {
    if (this.#ids.has(event.id)) return false;
    this.#ids.add(event.id);
    this.#events.push(event);
    if (this.#events.length > bufferCapacity + slack) this.#drop();
    return true;
  }

  /** Adds older events, newest first, as far as there is room. */
  addOlder(events: readonly EventRow[]): void {
    const room = Math.max(0, bufferCapacity - this.#events.length);
    const fresh = events.filter(({ id }) => !this.#ids.has(id)).slice(0, room);
    for (const { id } of fresh) this.#ids.add(id);
    this.#events.unshift(...fresh.toReversed());
  }

  /** The events as they are now, which later ones do not change. */
  copy(): EventBuffer {
    const copy = new EventBuffer();
    copy.#events = this.#events.slice(-bufferCapacity);
    return copy;
  }

  #drop(): void {
    const kept = this.#events.length - bufferCapacity;
    for (const { id } of this.#events.slice(0, kept)) this.#ids.delete(id);
    this.#events = this.#events.slice(kept);
  }
}

/** The data of an event as one line: its names and plain values. */
export function summaryOf(payload: Readonly<Record<string, unknown>>): string {
  let summary = '';
  for (const [name, value] of Object.entries(payload)) {
    if (summary.length > longestSummary) break;
    if (value === null || name.endsWith('Id')) continue;
    const text = typeof value === 'string' ? value : typeof value === 'object' ? '…' : JSON.stringify(value);
    summary += `${summary === '' ? '' : ' · '}${name}: ${text.slice(0, longestSummary)}`;
  }
  return summary.slice(0, longestSummary);
}
