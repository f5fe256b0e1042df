import { type Dispatch, useEffect, useState } from 'preact/hooks';
import type { Lead, Presentation } from '../story/answers.ts';
import { type GuestApi, Refusal } from '../story/api.ts';
import type { Action } from '../story/state.ts';

/** Pauses before a lost stream is asked for again, doubling from the first to the longest, in milliseconds. */
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Nobody presents. */
const noLead: Lead = { isLed: false, slide: 0, second: 0, isPlaying: false };

const isClosed = (error: unknown): boolean => error instanceof Refusal && [401, 403, 404].includes(error.status);

/** Shows what changes in the presentation while the page is to be seen. @returns where the presenter is */
export function useLive(api: GuestApi, dispatch: Dispatch<Action>): Lead {
  const [lead, setLead] = useState(noLead);
  const [isHidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = (): void => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  useEffect(() => {
    // Over HTTP/1.1 a browser has six connections to a server: pages that nobody sees must not take them.
    if (isHidden) return;
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let pauseMs = firstPauseMs;
    const show = (presentation: Presentation): void => {
      pauseMs = firstPauseMs;
      dispatch({ type: 'shown', presentation });
    };
    const again = (error?: unknown): void => {
      setLead(noLead);
      if (end.signal.aborted || isClosed(error)) return;
      // Pages that a server has lost together do not come back together.
      timer = setTimeout(follow, pauseMs * (1 + Math.random()));
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    };
    const follow = (): void => void api.follow(show, setLead, end.signal).then(again, again);
    follow();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [isHidden]);
  return lead;
}
