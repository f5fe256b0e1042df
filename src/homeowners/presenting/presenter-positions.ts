import type { WakeUps } from '../../kit/data/index.ts';
import { AppError, type ReasonOf } from '../../kit/core/index.ts';
import { isAfter, type LogSource, logStart, type Position } from '../../kit/live/index.ts';
import {
  nobodyPresents,
  type PresenterPosition,
  readAnnounced,
  type AnnouncedPosition,
  writeAnnounced,
} from './presenter-position.ts';

/** How long a presenter may be silent, in milliseconds: then nobody presents. */
const silenceMs = 6_000;
const mostInSecond = 20;
/** Most presentations that are led at a time, in one process; `#hasRoomFor` shares them among holders. */
const mostPositions = 1_000;

/** The last position of a presentation, at its place in the log. */
export interface PresenterPositionRow extends Position {
  readonly presentationId: string;
  readonly announced: AnnouncedPosition;
  /** When it came, on the clock of `performance`. */
  readonly at: number;
}

/** Which presentation is followed. */
export interface PresenterPositionFilter {
  readonly presentationId: string;
}

interface Kept {
  readonly row: PresenterPositionRow;
  readonly silence: NodeJS.Timeout;
  /** Positions since the beginning of the second. */
  readonly counted: { since: number; positions: number };
}

/**
 * Where presenters are, in memory alone: each process keeps the last position of each presentation, and sends it to the
 * others. As the log of a live feed it has one row for each presentation, which each position moves to the end.
 */
export class PresenterPositions implements LogSource<PresenterPositionRow, PresenterPositionFilter> {
  readonly hint = null;
  readonly stored = null;
  readonly #kept = new Map<string, Kept>();
  readonly #listeners: (() => void)[] = [];
  #rows = 0;

  constructor(private readonly wakeUps: Pick<WakeUps, 'publish' | 'subscribe'>) {
    wakeUps.subscribe((text) => {
      const announced = readAnnounced(text);
      if (announced !== null && this.#isNewer(announced) && this.#hasRoomFor(announced)) this.#keep(announced);
    });
  }

  /** Where the presenter is now: a slide that is played has gone on since the last word of it. */
  of(presentationId: string): PresenterPosition {
    const { row } = this.#kept.get(presentationId) ?? {};
    if (row === undefined || row.announced.isFinal) return nobodyPresents;
    const { slideIndex, positionSeconds, isPlaying } = row.announced;
    const past = isPlaying ? (performance.now() - row.at) / 1_000 : 0;
    return { isPresenting: true, slideIndex, positionSeconds: positionSeconds + past, isPlaying };
  }

  /**
   * Takes a position of a presenter, and sends it to the followers in all processes. One that is older than the last is
   * left out.
   *
   * @throws AppError `CONFLICT` while another one presents, unless it takes over; `TOO_MANY_REQUESTS` beyond the limits
   */
  take(position: Omit<AnnouncedPosition, 'term'>, isTakeover: boolean): void {
    const { presentationId, presenterId } = position;
    const last = this.#kept.get(presentationId);
    const { term = 0, presenterId: holder } = last?.row.announced ?? {};
    const isPresenting = last !== undefined && !last.row.announced.isFinal;
    if (isPresenting && holder !== presenterId) {
      if (position.isFinal) return;
      if (!isTakeover) throw otherPresents();
    }
    if (last !== undefined && !position.isFinal) count(last);
    const announced = { ...position, term: holder === presenterId ? term : term + 1 };
    if (last !== undefined && !this.#isNewer(announced)) return;
    if (!this.#hasRoomFor(announced)) throw tooMany('too_many_presented', tooManyPresented);
    this.#keep(announced);
    this.wakeUps.publish(presentationId, writeAnnounced(announced));
  }

  stop(): void {
    for (const { silence } of this.#kept.values()) clearTimeout(silence);
    this.#kept.clear();
  }

  /** A presenter counts their own positions. A process that has just started does not know how often others took over. */
  #isNewer({ presentationId, presenterId, term, sequence }: AnnouncedPosition): boolean {
    const last = this.#kept.get(presentationId)?.row.announced;
    if (last === undefined) return true;
    if (presenterId === last.presenterId) return sequence > last.sequence;
    return term > last.term || (term === last.term && sequence > last.sequence);
  }

  /**
   * A holder may present as many presentations as places are left: a single one takes half of them, a second half of the
   * rest. So there is a place for whoever presents none yet.
   */
  #hasRoomFor({ presentationId, holder }: AnnouncedPosition): boolean {
    if (this.#kept.has(presentationId)) return true;
    let held = 0;
    for (const { row } of this.#kept.values()) if (row.announced.holder === holder) held += 1;
    return held < mostPositions - this.#kept.size;
  }

  #keep(position: AnnouncedPosition): void {
    const { presentationId, presenterId } = position;
    const last = this.#kept.get(presentationId);
    const former = last?.row.announced.presenterId === presenterId ? last.row.announced.term : 0;
    const announced = { ...position, term: Math.max(position.term, former) };
    clearTimeout(last?.silence);
    this.#rows += 1;
    const row = { presentationId, announced, at: performance.now(), ...this.#end() };
    const silence = setTimeout(() => this.#fallSilent(announced), silenceMs).unref();
    // Taken out first, so that rows stand in the order of the log.
    this.#kept.delete(presentationId);
    this.#kept.set(presentationId, { row, silence, counted: last?.counted ?? { since: row.at, positions: 1 } });
    for (const listener of this.#listeners) listener();
  }

  /** An end is kept as long as a position, so that an older one that comes late is ignored. */
  #fallSilent(announced: AnnouncedPosition): void {
    if (announced.isFinal) this.#kept.delete(announced.presentationId);
    else this.#keep({ ...announced, isFinal: true });
  }

  onRows(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async head(): Promise<Position> {
    return this.#end();
  }

  #end(): Position {
    return { ...logStart, position: String(this.#rows) };
  }

  async read(_em: unknown, { after, limit }: { readonly after: Position; readonly limit: number }) {
    const rows = [...this.#kept.values()].map(({ row }) => row).filter((row) => isAfter(row, after));
    return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
  }

  /** Characters of a position, about. */
  sizeOf(): number {
    return 150;
  }

  /** Who follows has read the presentation before. */
  isSeen(): boolean {
    return true;
  }

  matches({ presentationId }: PresenterPositionFilter, row: PresenterPositionRow): boolean {
    return row.presentationId === presentationId;
  }
}

/** Counts one position more. @throws AppError `TOO_MANY_REQUESTS` */
function count({ counted }: Kept): void {
  const now = performance.now();
  if (now - counted.since >= 1_000) Object.assign(counted, { since: now, positions: 0 });
  counted.positions += 1;
  if (counted.positions > mostInSecond) {
    throw tooMany(
      'rate_limited',
      `A presentation takes ${mostInSecond} positions a second: send the latest one later.`,
    );
  }
}

const tooManyPresented =
  'This key presents too many presentations right now, beside those of others: end some of them, or try again later.';

function otherPresents(): AppError {
  return new AppError('other_presenter', 'Somebody else presents this: send isTakeover to present in their place.');
}

function tooMany(reason: ReasonOf<'TOO_MANY_REQUESTS'>, detail: string): AppError {
  return new AppError(reason, detail);
}
