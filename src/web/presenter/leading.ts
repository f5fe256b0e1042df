import { useEffect, useMemo, useState } from 'preact/hooks';
import { Announcer, type Outcome } from './announcer.ts';
import type { Session } from '../session/session.ts';
import type { Playing } from '../live/live.ts';

/** Whether the presenter leads, and what changes it. */
export interface Leading {
  readonly isLeading: boolean;
  /** Of the last position; null before the first. */
  readonly outcome: Outcome | null;
  readonly begin: (isTakeover?: boolean) => void;
  readonly end: () => void;
}

/** Sends each change of the place to the open pages, from the start of the presentation to its end. */
export function useLeading({ clock, state, dispatch }: Playing, session: Session): Leading {
  const { presentation, place, status } = state;
  const { presentationId } = presentation;
  const [isLeading, setLeading] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const current = useMemo(() => ({ state }), []);
  current.state = state;
  const announcer = useMemo(() => {
    const position = () => ({
      slideIndex: current.state.place.slide,
      positionSeconds: clock.time,
      isPlaying: current.state.status === 'playing',
    });
    const settle = (fresh: Outcome): void => {
      setOutcome(fresh);
      if (fresh !== 'taken' && fresh !== 'lost') setLeading(false);
      if (fresh === 'signed out') void session.look();
    };
    return new Announcer(presentationId, session, position, settle);
  }, [presentationId, session]);
  // Behind the effects of the clock, which is at the new place by then.
  useEffect(() => announcer.announce(), [place, status]);
  useEffect(() => {
    if (!isLeading) return;
    const leave = (): void => announcer.end();
    const back = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) announcer.begin(false);
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', back);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', back);
    };
  }, [isLeading, announcer]);
  const begin = (isTakeover = false): void => {
    setLeading(true);
    announcer.begin(isTakeover);
  };
  const end = (): void => {
    setLeading(false);
    setOutcome(null);
    announcer.end();
    dispatch({ type: 'stopped' });
  };
  return { isLeading, outcome, begin, end };
}
