import { type Dispatch, useEffect, useMemo, useReducer } from 'preact/hooks';
import { type Playing, useLive } from '../live/live.ts';
import { useKeyActions } from '../player/keys.ts';
import type { Presentation } from '../story/answers.ts';
import type { GuestApi } from '../story/api.ts';
import { Clock } from '../story/clock.ts';
import { type Action, after, begin, trackOf } from '../story/state.ts';
import type { Track } from '../story/track.ts';

/** Plays without sound: that comes from the pages which follow. */
export function usePlaying(api: GuestApi, presentation: Presentation): Playing {
  const clock = useMemo(() => new Clock(), []);
  const [state, dispatch] = useReducer(after, { presentation, memory: {} }, begin);
  const { place, status } = state;
  const track = trackOf(state);
  // Opened anew, the window shows that the link is closed.
  api.events = { onReach: () => {}, onGone: () => location.reload() };
  useLive(api, { clock, state, dispatch });
  const silence = ({ key }: Track): void => dispatch({ type: 'silenced', key, at: clock.time });
  clock.events = {
    onEnd: () => dispatch({ type: 'ended' }),
    onRefusal: () => dispatch({ type: 'refused' }),
    onFault: silence,
    onStall: silence,
    onPlaying: (isPlaying) => dispatch({ type: isPlaying ? 'played' : 'stopped' }),
  };
  useEffect(() => {
    clock.audio.muted = true;
    return () => clock.close();
  }, []);
  useEffect(() => {
    // The timings have the length of a slide; without them its recording has it.
    const isSilent = track !== null && (track.timings.length > 0 || state.silent.includes(track.key));
    if (track !== null) clock.load(track, place.at, isSilent);
  }, [track?.key, place, state.silent]);
  useEffect(() => {
    clock.isPlaying = status === 'playing';
  }, [status, place]);
  usePresenterKeys(dispatch, state.presentation.slides.length);
  return { clock, state, dispatch };
}

/** Remote controls send these keys. */
function usePresenterKeys(dispatch: Dispatch<Action>, slides: number): void {
  const actions: Readonly<Record<string, Action>> = {
    ' ': { type: 'toggled' },
    ArrowLeft: { type: 'stepped', by: -1 },
    PageUp: { type: 'stepped', by: -1 },
    ArrowRight: { type: 'stepped', by: 1 },
    PageDown: { type: 'stepped', by: 1 },
    Home: { type: 'jumped', slide: 0 },
    End: { type: 'jumped', slide: slides - 1 },
  };
  useKeyActions((key) => {
    const action = actions[key];
    return action && (() => dispatch(action));
  });
}
