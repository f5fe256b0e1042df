/** What all live streams of a process may hold of the log at a time, in bytes. */
const defaultLimit = 67_108_864;
/** What one client may hold at most while few are there, and is always left with however many there are, in bytes. */
const largestShare = 1_048_576;
const smallestShare = 32_768;

/** Memory that one reader has taken until it releases it. */
export interface Reservation {
  /** Corrects an estimate once the bytes are known. */
  resize(bytes: number): void;
  release(): void;
}

/**
 * Bounds what the live streams of a process hold together, however many clients there are: rows that were read for
 * them, and frames that wait in their sockets. It counts bytes of JSON text, a fair measure of the objects made of it.
 */
export class LiveMemory {
  #held = 0;
  #clients = 0;
  readonly #waiting: { readonly bytes: number; readonly admit: (reservation: Reservation) => void }[] = [];

  constructor(private readonly limit = defaultLimit) {}

  /** Bytes that one client may hold, fewer the more clients there are. */
  get share(): number {
    return Math.max(smallestShare, Math.min(largestShare, Math.floor(this.limit / Math.max(1, this.#clients))));
  }

  /** Counts one more client. @returns what takes it off the count */
  join(): () => void {
    this.#clients += 1;
    let isHere = true;
    return () => {
      if (isHere) this.#clients -= 1;
      isHere = false;
    };
  }

  /** Waits in line until there is room for the share of one client. */
  async reserve(): Promise<Reservation> {
    const bytes = this.share;
    if (this.#waiting.length === 0 && this.#hasRoomFor(bytes)) return this.#take(bytes);
    return new Promise((admit) => this.#waiting.push({ bytes, admit }));
  }

  /** The same for what is in memory already; null when there is no room, and it has to be let go. */
  tryReserve(bytes: number): Reservation | null {
    return this.#hasRoomFor(bytes) ? this.#take(bytes) : null;
  }

  /** A single one always has room, however large it is. */
  #hasRoomFor(bytes: number): boolean {
    return this.#held === 0 || this.#held + bytes <= this.limit;
  }

  #take(bytes: number): Reservation {
    this.#held += bytes;
    let held = bytes;
    const resize = (to: number): void => {
      this.#held += to - held;
      held = to;
      this.#admitNext();
    };
    return { resize, release: () => resize(0) };
  }

  #admitNext(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#hasRoomFor(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      next.admit(this.#take(next.bytes));
    }
  }
}
