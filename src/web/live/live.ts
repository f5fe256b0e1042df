import { type Dispatch, useEffect, useState } from 'preact/hooks';
import type { Position } from '../story/answers.ts';
import { type GuestApi, isGone, Refusal } from '../story/api.ts';
import type { Clock } from '../story/clock.ts';
import type { Action, State } from '../story/state.ts';

/** Nobody presents, or the page has no stream. */
export const nobodyPresents: Position = { isPresenting: false, slideIndex: 0, positionSeconds: 0, isPlaying: false };

/** How long after a stream has ended the next one is requested: the first time, and at most; in milliseconds. */
const firstMs = 500;
const longestMs = 30_000;
/** How often a page without a stream polls, in milliseconds. */
const askMs = 5_000;

/**
 * A browser has six connections to a host over HTTP/1.1: these many pages share them for streams, and the others poll.
 */
const slots = ['deckcast.live.1', 'deckcast.live.2', 'deckcast.live.3'];

/** The presentation as it runs in a window. */
export interface Playing {
  readonly clock: Clock;
  readonly state: State;
  readonly dispatch: Dispatch<Action>;
}

/**
 * Follows the presentation while somebody watches or listens: it receives prices, contracts and recordings, the
 * position of a presenter, and the revocation of the link. A page in the background gives its connection back.
 *
 * @returns where the presenter is
 */
export function useLive(api: GuestApi, { clock, state, dispatch }: Playing): Position {
  const [position, setPosition] = useState(nobodyPresents);
  const isVisible = useVisible();
  const isWanted = isVisible || state.status === 'playing' || state.presentation.status === 'narrating';
  useEffect(() => {
    if (!isWanted) return;
    const live = new Live(api, {
      // The server is there again: what could not be played may be now.
      onOpen: () => dispatch({ type: 'restored', at: clock.time }),
      onState: (presentation) => dispatch({ type: 'shown', presentation }),
      onPosition: setPosition,
    });
    live.follow();
    return () => live.end();
  }, [isWanted]);
  return position;
}

/** Whether the page can be seen. */
export function useVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const look = (): void => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}

interface LiveEvents {
  readonly onOpen: () => void;
  readonly onState: (presentation: State['presentation']) => void;
  readonly onPosition: (position: Position) => void;
}

/** A stream that is requested again when it ends: later each time, and at once when the network returns. */
class Live {
  #end = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitMs = firstMs;
  #isOver = false;

  constructor(
    private readonly api: GuestApi,
    private readonly events: LiveEvents,
  ) {
    addEventListener('online', this.#restart);
    addEventListener('offline', this.#restart);
  }

  follow(): void {
    const { signal } = this.#end;
    const again = (): void => {
      this.events.onPosition(nobodyPresents);
      if (signal.aborted) return;
      // Pages that lost the same server do not all come back at once.
      this.#timer = setTimeout(() => this.follow(), this.#waitMs * (0.5 + Math.random() / 2));
      this.#waitMs = Math.min(this.#waitMs * 2, longestMs);
    };
    this.#listen(signal).then(again, (error: unknown) => {
      // The page has received the refusal, and ends.
      if (!isGone(error)) again();
    });
  }

  /** Ends with the stream; without a stream, when an answer has come. */
  async #listen(signal: AbortSignal): Promise<void> {
    const stream = (): Promise<void> =>
      this.api.follow(
        () => {
          this.#waitMs = firstMs;
          this.events.onOpen();
        },
        this.events.onState,
        this.events.onPosition,
        signal,
      );
    if (!('locks' in navigator)) return stream();
    const listen = async (lock: Lock | null): Promise<boolean> => {
      if (lock !== null && !signal.aborted) await stream();
      return lock !== null;
    };
    for (const slot of slots) {
      const request = navigator.locks.request(slot, { ifAvailable: true }, listen);
      const hasStream = await request.catch((error: unknown) => {
        if (error instanceof Refusal) throw error;
        // Where the browser forbids storage, Firefox gives no locks: each page has a stream.
        return stream().then(() => true);
      });
      if (hasStream) return;
    }
    // A page that plays in the background reads again once it is visible.
    const presentation = document.hidden ? null : await this.api.changedPresentation();
    if (signal.aborted) return;
    if (presentation !== null) this.events.onState(presentation);
    this.#waitMs = askMs;
  }

  /** The browser reports another network: whether the server can be reached shows at the next request. */
  readonly #restart = (): void => {
    if (this.#isOver) return;
    this.#abort();
    this.#end = new AbortController();
    this.#waitMs = firstMs;
    this.follow();
  };

  end(): void {
    this.#isOver = true;
    removeEventListener('online', this.#restart);
    removeEventListener('offline', this.#restart);
    this.#abort();
  }

  #abort(): void {
    this.#end.abort();
    clearTimeout(this.#timer);
  }
}
