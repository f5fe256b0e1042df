import { AppError } from '../errors.ts';
import type { ErrorReason } from '../reasons.ts';
import type { Load } from './load.ts';
import { KeyedLimiter } from './keyed-limiter.ts';

/** Requests that one process has under way at a time: more would only wait for the same connections of the database. */
const mostUnderWay = 1_024;

/** What one client may use at a time. 0 sets no limit to requests. */
export interface ClientLimits {
  /** Requests that one address may have under way at a time. */
  readonly requestsPerClient: number;
  /** Requests that one key may have under way at a time, from all addresses. */
  readonly requestsPerKey: number;
  /** WebSockets and streams of server-sent events that one address may have open. */
  readonly socketsPerClient: number;
  /** Those that one key may have open, from all addresses. */
  readonly socketsPerKey: number;
}

/** The caller: an address, and the key that it shows. Both are limited. */
export interface Entrant {
  readonly address: string | null;
  /** Null without a credential. */
  readonly key: string | null;
}

/** Connections that stay open. */
type LongLived = 'websocket' | 'event_stream';

/** Decides which requests are admitted. Each `enter` returns a function to call when the request is over. */
export class Admission {
  /** How many requests were rejected before any work was done for them, by the reason. */
  readonly refused = { overload: 0, process: 0, client: 0, key: 0, streams: 0, rate: 0 };
  /** How many sockets and streams of server-sent events are open. */
  readonly open: Record<LongLived, number> = { websocket: 0, event_stream: 0 };
  readonly #requests: Readonly<Record<keyof Entrant, KeyedLimiter>>;
  readonly #streams: Readonly<Record<keyof Entrant, KeyedLimiter>>;
  #underWay = 0;

  constructor(
    private readonly load: Pick<Load, 'overload'>,
    { requestsPerClient, requestsPerKey, socketsPerClient, socketsPerKey }: ClientLimits,
  ) {
    this.#requests = { address: new KeyedLimiter(requestsPerClient), key: new KeyedLimiter(requestsPerKey) };
    this.#streams = { address: new KeyedLimiter(socketsPerClient), key: new KeyedLimiter(socketsPerKey) };
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** @throws AppError `UNAVAILABLE` while the process is overloaded */
  check(): void {
    const { overload } = this.load;
    if (overload === null) return;
    throw this.#reject('overload', 'overloaded', `The server is overloaded (${overload}): try again shortly.`);
  }

  /**
   * @throws AppError `UNAVAILABLE` when the process has too much to do, `TOO_MANY_REQUESTS` when this client sends too
   *   much
   */
  enter(entrant: Entrant): () => void {
    this.check();
    if (this.#underWay >= mostUnderWay) {
      const detail = `The server has ${mostUnderWay} requests under way, as many as it takes: try again shortly.`;
      throw this.#reject('process', 'overloaded', detail);
    }
    const leave = takeBoth(entrant, (whose, holder) => this.#takeRequest(whose, holder));
    this.#underWay += 1;
    let isUnderWay = true;
    return () => {
      if (!isUnderWay) return;
      isUnderWay = false;
      this.#underWay -= 1;
      leave();
    };
  }

  /**
   * For a long-lived connection: a socket, or a stream of server-sent events.
   *
   * @throws AppError `UNAVAILABLE` while the process is overloaded, `TOO_MANY_REQUESTS` when this client has too many
   */
  enterStream(kind: LongLived, entrant: Entrant): () => void {
    this.check();
    const leave = takeBoth(entrant, (whose, holder) => this.#takeStream(whose, holder));
    this.open[kind] += 1;
    return () => {
      this.open[kind] -= 1;
      leave();
    };
  }

  /** Counts a socket for its key, which it shows when it is open already. @throws AppError `TOO_MANY_REQUESTS` */
  enterSocketOf(key: string | null): () => void {
    return this.#takeStream('key', key);
  }

  #takeRequest(whose: keyof Entrant, holder: string | null): () => void {
    const { [whose]: limiter } = this.#requests;
    const leave = holder === null ? nothing : limiter.take(holder);
    if (leave !== null) return leave;
    const detail = `One ${whose} may have ${limiter.perKey} requests under way: wait for some of their answers.`;
    throw this.#reject(whose === 'key' ? 'key' : 'client', 'too_many_under_way', detail);
  }

  #takeStream(whose: keyof Entrant, holder: string | null): () => void {
    const { [whose]: limiter } = this.#streams;
    const leave = holder === null ? nothing : limiter.take(holder);
    if (leave !== null) return leave;
    const detail = `One ${whose} may have ${limiter.perKey} sockets and streams open: close some, or share one.`;
    throw this.#reject('streams', 'too_many_streams', detail);
  }

  #reject(counter: keyof Admission['refused'], reason: ErrorReason, detail: string): AppError {
    this.refused[counter] += 1;
    return new AppError(reason, detail);
  }
}

const nothing = (): void => undefined;

/** Takes a place of the address and one of the key, or neither. */
function takeBoth(
  { address, key }: Entrant,
  take: (whose: keyof Entrant, holder: string | null) => () => void,
): () => void {
  const leaveAddress = take('address', address ?? '');
  try {
    const leaveKey = take('key', key);
    return () => {
      leaveAddress();
      leaveKey();
    };
  } catch (error) {
    leaveAddress();
    throw error;
  }
}
