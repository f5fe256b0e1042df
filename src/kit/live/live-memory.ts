/** Largest memory of all live streams of a process, in bytes of rows. */
const defaultLimit = 67_108_864;
/** Largest and smallest share of one client, in bytes: the more clients, the smaller the share. */
const largestShare = 1_048_576;
const smallestShare = 32_768;
/** Pages that are read at a time: their size is unknown until they are read, because a single row may be large. */
const readsAtOnce = 4;

/** Memory that one reader has taken until it releases it. */
export interface Reservation {
  /** Corrects an estimate as soon as the bytes are known. */
  resize(bytes: number): void;
  release(): void;
}

/**
 * Bounds the memory of all live streams of a process, for any number of clients: rows that were read for them, and
 * frames that wait in their sockets. It counts bytes of JSON text, which approximate the size of the objects.
 */
export class LiveMemory {
  #held = 0;
  /** Reservations of a size that is not known yet. */
  #reads = 0;
  #clients = 0;
  readonly #waiting: { readonly bytes: number; readonly admit: (reservation: Reservation) => void }[] = [];

  /** The part for clients that catch up, which may be slow; the rest is for live rows, which are released soon. */
  readonly #catchUpLimit: number;

  constructor(private readonly limit = defaultLimit) {
    this.#catchUpLimit = limit / 2;
  }

  /** Bytes that one client may hold, fewer the more clients there are. */
  get share(): number {
    return Math.max(smallestShare, Math.min(largestShare, Math.floor(this.#catchUpLimit / Math.max(1, this.#clients))));
  }

  /** Bytes that all clients hold. */
  get held(): number {
    return this.#held;
  }

  /** Counts one more client. @returns a function that removes it from the count */
  join(): () => void {
    this.#clients += 1;
    let isHere = true;
    return () => {
      if (isHere) this.#clients -= 1;
      isHere = false;
    };
  }

  /** Waits in line until there is room for the share of one client, which catches up. */
  async reserve(): Promise<Reservation> {
    const bytes = this.share;
    if (this.#waiting.length === 0 && this.#mayRead(bytes)) return this.#take(bytes, 1);
    return new Promise((admit) => this.#waiting.push({ bytes, admit }));
  }

  /** For rows that came live and are in memory already; null when there is no room, and they have to be let go. */
  tryReserve(bytes: number): Reservation | null {
    return this.#hasRoomFor(bytes, this.limit) ? this.#take(bytes, 0) : null;
  }

  /** A single one always has room, however large it is. */
  #hasRoomFor(bytes: number, limit: number): boolean {
    return this.#held === 0 || this.#held + bytes <= limit;
  }

  #mayRead(bytes: number): boolean {
    return this.#reads < readsAtOnce && this.#hasRoomFor(bytes, this.#catchUpLimit);
  }

  #take(bytes: number, reads: number): Reservation {
    let [held, reading] = [bytes, reads];
    this.#held += held;
    this.#reads += reading;
    const resize = (to: number): void => {
      this.#held += to - held;
      this.#reads -= reading;
      [held, reading] = [to, 0];
      this.#admitNext();
    };
    return { resize, release: () => resize(0) };
  }

  #admitNext(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || !this.#mayRead(next.bytes)) return;
      this.#waiting.shift();
      next.admit(this.#take(next.bytes, 1));
    }
  }
}
