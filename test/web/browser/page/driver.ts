/** What a program in the page did: what it read, and which event it heard. */
interface Reported {
  readonly read: string | null;
  readonly received: string;
}

/** What a stream of server-sent events has come to. */
export interface Followed {
  readonly state: 'connecting' | 'open' | 'closed';
  /** The types of the events, in their order. */
  readonly received: readonly string[];
  /** The code of the reason that the server gave for its end. */
  readonly problem: string | null;
}

/** What a test calls in the page. Each program makes a deck, reads it back and hears of it. */
export interface Driver {
  apollo(base: string, key: string): Promise<Reported>;
  urql(base: string, key: string): Promise<Reported>;
  /** Headers of answers that a page of another origin may read. */
  headers(base: string, key: string): Promise<Readonly<Record<string, string | null>>>;
  /**
   * Follows the stream of events, for which a browser sends no key: by a link where one is given.
   *
   * @returns the type of the first event
   */
  eventSource(base: string, key?: string): Promise<string>;
  /** Begins to follow a stream of events, with the cookies that the browser has for it. */
  follow(url: string): Promise<void>;
  followed(): Promise<Followed>;
  /** Plays audio to its end. @returns how long it is, in seconds */
  play(url: string): Promise<number>;
  /** How a request, a socket and a stream of events end, none of which the server may admit. */
  refusals(base: string): Promise<readonly string[]>;
}
