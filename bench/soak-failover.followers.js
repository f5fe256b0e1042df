// Those who follow the log through a failover, and what each believes to have been in it.
import { PageReader, SentEventsReader, SocketReader } from './soak-faults.readers.js';

/** After so many events a follower that resumes cuts its connection off. */
const eventsOfConnection = 10;

/** The followers with a cursor, by name. */
export const kinds = {
  'SSE, open': { Kind: SentEventsReader },
  'SSE, resumed': { Kind: SentEventsReader, resumes: true },
  'socket, open': { Kind: SocketReader },
  'socket, resumed': { Kind: SocketReader, resumes: true },
  pages: { Kind: PageReader },
};

/**
 * Follows all events from a cursor on. `events` is what it believes the log to be: when it is told that the log has lost
 * its last event, it gives up what it has behind the cursor that it is told.
 */
export class Follower {
  events = [];
  /** One entry for each time that it was told: the cursor, whether it knew that, and what it gave up. */
  reported = [];
  #start;
  #bases;
  #kind;
  #reader = null;

  constructor(name, bases, cursor) {
    this.name = name;
    this.#bases = bases;
    this.#start = cursor;
    this.#kind = kinds[name];
  }

  get cursor() {
    return this.events.at(-1)?.cursor ?? this.#start;
  }

  get isAway() {
    return this.#reader === null;
  }

  /** Begins behind its last cursor. */
  come() {
    const { Kind, resumes } = this.#kind;
    const reader = new Kind(
      this.#bases,
      this.cursor,
      (event) => {
        this.events.push(event);
        if (resumes && this.events.length % eventsOfConnection === 0) reader.disconnect();
      },
      (cursor) => this.#goBack(cursor),
    );
    this.#reader = reader;
    void reader.run();
  }

  leave() {
    this.#reader?.close();
    this.#reader = null;
  }

  #goBack(cursor) {
    const at = this.events.findLastIndex((event) => event.cursor === cursor);
    const isKnown = at >= 0 || cursor === this.#start;
    this.reported.push({ cursor, isKnown, givenUp: isKnown ? this.events.splice(at + 1) : [] });
  }
}
