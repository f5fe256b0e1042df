import type { LogStream } from '../../live/index.ts';
import { Broadcast, type Executor } from './broadcast.ts';
import type { Outlet } from './broadcast-member.ts';

/**
 * Equal subscriptions of clients with the same rights share one execution and one serialised payload for
 * each row of the log. Stock graphql-ws executes and serialises for each subscriber.
 */
export class Broadcasts {
  readonly #running = new Map<string, Broadcast>();

  /**
   * Joins one subscriber to those with the same key. Its frames go straight to its socket, so the iterator yields nothing.
   * It ends with the stream, throws `STREAM_OVERFLOW` when its client does not read, and unsubscribes on `return`.
   */
  follow(key: string, stream: LogStream, execute: Executor, outlet: Outlet): AsyncIterableIterator<never> {
    let broadcast = this.#running.get(key);
    if (broadcast === undefined) {
      const fresh = new Broadcast(stream, execute, () => {
        if (this.#running.get(key) === fresh) this.#running.delete(key);
      });
      this.#running.set(key, fresh);
      broadcast = fresh;
    }
    return broadcast.join(stream.after, outlet);
  }
}
