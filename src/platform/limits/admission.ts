import { AppError } from '../kernel/errors.ts';
import type { Load } from './load.ts';
import { KeyedLimiter } from './keyed-limiter.ts';

/** Requests that one process has under way at a time: more would only wait for the same connections of the database. */
const mostUnderWay = 1_024;

/** Why requests are rejected before any work is done for them. */
export const refusalReasons = ['overload', 'process', 'client', 'streams'] as const;

/** What one client address may use at a time. */
export interface ClientLimits {
  /** Requests that one address may have under way at a time; 0 sets no limit. */
  readonly requestsPerClient: number;
  /** WebSockets and streams of server-sent events that one address may have open. */
  readonly socketsPerClient: number;
}

/** Decides which requests are admitted. Each `enter` returns a function to call when the request is over. */
export class Admission {
  readonly refused: Record<(typeof refusalReasons)[number], number> = {
    overload: 0,
    process: 0,
    client: 0,
    streams: 0,
  };
  readonly #requests: KeyedLimiter;
  readonly #streams: KeyedLimiter;
  #underWay = 0;

  constructor(
    private readonly load: Pick<Load, 'overload'>,
    { requestsPerClient, socketsPerClient }: ClientLimits,
  ) {
    this.#requests = new KeyedLimiter(requestsPerClient);
    this.#streams = new KeyedLimiter(socketsPerClient);
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** @throws AppError `UNAVAILABLE` while the process is overloaded */
  check(): void {
    const { overload } = this.load;
    if (overload === null) return;
    throw this.#reject('overload', 'UNAVAILABLE', `The server is overloaded (${overload}): try again shortly.`);
  }

  /** @throws AppError `UNAVAILABLE` when the process has too much to do, `TOO_MANY_REQUESTS` when this client asks too much */
  enter(client: string | null): () => void {
    this.check();
    if (this.#underWay >= mostUnderWay) {
      const detail = `The server has ${mostUnderWay} requests under way, as many as it takes: try again shortly.`;
      throw this.#reject('process', 'UNAVAILABLE', detail);
    }
    const leave = this.#requests.take(client ?? '');
    if (leave === null) {
      const detail = `One address may have ${this.#requests.perKey} requests under way: wait for some of their answers.`;
      throw this.#reject('client', 'TOO_MANY_REQUESTS', detail);
    }
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
  enterStream(client: string | null): () => void {
    this.check();
    const leave = this.#streams.take(client ?? '');
    if (leave !== null) return leave;
    const detail = `One address may have ${this.#streams.perKey} sockets and streams open: close some, or share one.`;
    throw this.#reject('streams', 'TOO_MANY_REQUESTS', detail);
  }

  #reject(
    reason: (typeof refusalReasons)[number],
    code: 'UNAVAILABLE' | 'TOO_MANY_REQUESTS',
    detail: string,
  ): AppError {
    this.refused[reason] += 1;
    return new AppError(code, detail);
  }
}
