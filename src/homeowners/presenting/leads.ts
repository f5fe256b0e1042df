import type { WakeUps } from '../../kit/data/index.ts';
import { AppError } from '../../kit/core/index.ts';
import { isAfter, type LogSource, logStart, type Position } from '../../kit/live/index.ts';
import { noLead, type PresentationLead, readTold, type Told, writeTold } from './lead.ts';

/** How long a presenter may say nothing, in milliseconds: then nobody leads. */
const silenceMs = 6_000;
/** Most positions of one presentation in a second. */
const mostInSecond = 20;
/** Most presentations that are led at a time, in one process; `#hasRoomFor` shares them among holders. */
const mostLeads = 1_000;

/** The last position of a presentation, at its place in the log. */
export interface LeadRow extends Position {
  readonly presentationId: string;
  readonly told: Told;
  /** When it came, on the clock of `performance`. */
  readonly at: number;
}

/** Which presentation is followed. */
export interface LeadFilter {
  readonly presentationId: string;
}

interface Kept {
  readonly row: LeadRow;
  readonly silence: NodeJS.Timeout;
  /** Positions since the beginning of the second. */
  readonly counted: { since: number; positions: number };
}

/**
 * Where presenters are, in memory alone: each process keeps the last position of each presentation, and tells it to the
 * others. As the log of a live feed it has one row for each presentation, which each position moves to the end.
 */
export class Leads implements LogSource<LeadRow, LeadFilter> {
  readonly hint = null;
  readonly stored = null;
  readonly #kept = new Map<string, Kept>();
  readonly #listeners: (() => void)[] = [];
  #rows = 0;

  constructor(private readonly wakeUps: Pick<WakeUps, 'tell' | 'hear'>) {
    wakeUps.hear((text) => {
      const told = readTold(text);
      if (told !== null && this.#isNewer(told) && this.#hasRoomFor(told)) this.#keep(told);
    });
  }

  /** Where the presenter is now: a slide that is played has gone on since the last word of it. */
  of(presentationId: string): PresentationLead {
    const { row } = this.#kept.get(presentationId) ?? {};
    if (row === undefined || row.told.ends) return noLead;
    const { slide, second, isPlaying } = row.told;
    const past = isPlaying ? (performance.now() - row.at) / 1_000 : 0;
    return { isLed: true, slide, second: second + past, isPlaying };
  }

  /**
   * Takes a position of a presenter, and tells it to who follows, in all processes. One that is older than the last is
   * left out.
   *
   * @throws AppError `CONFLICT` while another one presents, unless it takes over; `TOO_MANY_REQUESTS` beyond the limits
   */
  take(position: Omit<Told, 'term'>, takesOver: boolean): void {
    const { presentationId, presenterId } = position;
    const last = this.#kept.get(presentationId);
    const { term = 0, presenterId: holder } = last?.row.told ?? {};
    const isLed = last !== undefined && !last.row.told.ends;
    if (isLed && holder !== presenterId) {
      if (position.ends) return;
      if (!takesOver) throw otherPresents();
    }
    if (last !== undefined && !position.ends) count(last);
    const told = { ...position, term: holder === presenterId ? term : term + 1 };
    if (last !== undefined && !this.#isNewer(told)) return;
    if (!this.#hasRoomFor(told)) throw tooMany(tooManyLed);
    this.#keep(told);
    this.wakeUps.tell(presentationId, writeTold(told));
  }

  stop(): void {
    for (const { silence } of this.#kept.values()) clearTimeout(silence);
    this.#kept.clear();
  }

  /** A presenter counts their own positions. A process that has just started does not know how often others took over. */
  #isNewer({ presentationId, presenterId, term, sequence }: Told): boolean {
    const last = this.#kept.get(presentationId)?.row.told;
    if (last === undefined) return true;
    if (presenterId === last.presenterId) return sequence > last.sequence;
    return term > last.term || (term === last.term && sequence > last.sequence);
  }

  /**
   * A holder may lead as many presentations as places are left: a single one takes half of them, a second half of the
   * rest. So there is a place for whoever leads none yet.
   */
  #hasRoomFor({ presentationId, holder }: Told): boolean {
    if (this.#kept.has(presentationId)) return true;
    let held = 0;
    for (const { row } of this.#kept.values()) if (row.told.holder === holder) held += 1;
    return held < mostLeads - this.#kept.size;
  }

  #keep(position: Told): void {
    const { presentationId, presenterId } = position;
    const last = this.#kept.get(presentationId);
    const former = last?.row.told.presenterId === presenterId ? last.row.told.term : 0;
    const told = { ...position, term: Math.max(position.term, former) };
    clearTimeout(last?.silence);
    this.#rows += 1;
    const row = { presentationId, told, at: performance.now(), ...this.#end() };
    const silence = setTimeout(() => this.#fallSilent(told), silenceMs).unref();
    // Taken out first, so that rows stand in the order of the log.
    this.#kept.delete(presentationId);
    this.#kept.set(presentationId, { row, silence, counted: last?.counted ?? { since: row.at, positions: 1 } });
    for (const listener of this.#listeners) listener();
  }

  /** An end is kept as long as a position, so that an older one that comes late does not count. */
  #fallSilent(told: Told): void {
    if (told.ends) this.#kept.delete(told.presentationId);
    else this.#keep({ ...told, ends: true });
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

  matches({ presentationId }: LeadFilter, row: LeadRow): boolean {
    return row.presentationId === presentationId;
  }
}

/** Counts one position more. @throws AppError `TOO_MANY_REQUESTS` */
function count({ counted }: Kept): void {
  const now = performance.now();
  if (now - counted.since >= 1_000) Object.assign(counted, { since: now, positions: 0 });
  counted.positions += 1;
  if (counted.positions > mostInSecond) {
    throw tooMany(`A presentation takes ${mostInSecond} positions a second: send the latest one later.`);
  }
}

const tooManyLed =
  'Too many presentations are led right now by this key, beside those of others: end some of them, or try again later.';

function otherPresents(): AppError {
  return new AppError('CONFLICT', 'Somebody else presents this: send takesOver to present in their place.');
}

function tooMany(detail: string): AppError {
  return new AppError('TOO_MANY_REQUESTS', detail);
}
