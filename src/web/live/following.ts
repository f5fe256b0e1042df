import { type Dispatch, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Position } from '../story/answers.ts';
import type { Action } from '../story/state.ts';
import { nobodyPresents, type Playing } from './live.ts';

/** How far the page may be from its presenter, in seconds. */
const nearSeconds = 0.5;

/** What moves the page: the homeowner who does it goes on by themselves. */
const moves: ReadonlySet<Action['type']> = new Set([
  'toggled',
  'played',
  'stopped',
  'jumped',
  'stepped',
  'sought',
  'asked',
]);

/** Whether the page follows a presenter. */
export interface Following {
  readonly isPresenting: boolean;
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
  /** What the homeowner does. */
  readonly act: Dispatch<Action>;
}

/** Follows a presenter while there is one, until the homeowner goes on by themselves. */
export function useFollowing({ clock, state, dispatch }: Playing, position: Position): Following {
  const { isPresenting } = position;
  const [isOn, setOn] = useState(true);
  const latest = useRef(state);
  latest.current = state;
  const isFollowing = isPresenting && isOn;
  const receivedAt = useMemo(() => performance.now(), [position]);
  // Who went on alone still does when a connection that was lost returns.
  useEffect(() => {
    if (!isPresenting && position !== nobodyPresents) setOn(true);
  }, [position]);
  useEffect(() => {
    if (!isFollowing) return;
    const { speed } = latest.current;
    dispatch({ type: 'paced', speed: 1 });
    return () => dispatch({ type: 'paced', speed });
  }, [isFollowing]);
  useEffect(() => {
    if (!isFollowing) return;
    const { place, answer, status, isMuted } = latest.current;
    // Who follows again does so some time after the last word of the presenter.
    const at = position.positionSeconds + (position.isPlaying ? (performance.now() - receivedAt) / 1_000 : 0);
    const isNear = place.slide === position.slideIndex && Math.abs(clock.time - at) < nearSeconds;
    if (answer !== null || !isNear) dispatch({ type: 'jumped', slide: position.slideIndex, at });
    // Browsers let a page that was never touched play without sound alone.
    const mayHaveSound = navigator.userActivation?.hasBeenActive === true;
    if (position.isPlaying && status !== 'playing' && !isMuted && !mayHaveSound) dispatch({ type: 'muted' });
    dispatch({ type: position.isPlaying ? 'played' : 'stopped' });
  }, [position, isFollowing]);
  const act = (action: Action): void => {
    if (isFollowing && moves.has(action.type)) setOn(false);
    dispatch(action);
  };
  return { isPresenting, isOn, set: setOn, act };
}
