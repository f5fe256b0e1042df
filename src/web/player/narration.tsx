/** @jsxImportSource preact */
import type { Player } from './player.ts';
import { SpokenText } from './spoken-text.tsx';
import type { Track } from '../story/track.ts';

/** A text whose words light up as they are spoken, and which is played from a tapped word on. */
export function Narration({ track, player }: { readonly track: Track; readonly player: Player }) {
  const { clock, state, dispatch } = player;
  const play = (at: number): void => {
    dispatch({ type: 'sought', at });
    if (state.status !== 'playing') dispatch({ type: 'toggled' });
  };
  return <SpokenText track={track} clock={clock} onPlay={play} />;
}
