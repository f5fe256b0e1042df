/** What a program in the page did: what it read, and which event it heard. */
interface Told {
  readonly read: string | null;
  readonly heard: string;
}

/** What a test calls in the page. Each program makes a deck, reads it back and hears of it. */
export interface Driver {
  apollo(base: string, key: string): Promise<Told>;
  urql(base: string, key: string): Promise<Told>;
  /** Headers of answers that a page of another origin may read. */
  headers(base: string, key: string): Promise<Readonly<Record<string, string | null>>>;
  /** Follows the stream of events, for which a browser sends no key. @returns the type of the first event */
  eventSource(base: string): Promise<string>;
  /** How a request, a socket and a stream of events end, none of which the server may admit. */
  refusals(base: string): Promise<readonly string[]>;
}
