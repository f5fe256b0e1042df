import type { LiveFeed } from './live-feed.ts';
import type { Position } from './cursor.ts';

/** How often a process looks for new rows without a wake-up, in milliseconds. */
const pollMs = 10_000;

/** Wake-ups may be lost: polls one followed feed after the other, by one statement each time. */
export class SafetyPoll {
  #turn = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(feeds: readonly Pick<LiveFeed<Position, unknown>, 'poll' | 'followerCount'>[]) {
    this.#timer = setInterval(() => {
      const followed = feeds.filter(({ followerCount }) => followerCount > 0);
      void followed[(this.#turn += 1) % followed.length]?.poll();
    }, pollMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
