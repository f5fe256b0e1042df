/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { Player } from '../player/player.ts';

type NewsProps = Pick<Player, 'state' | 'words' | 'following' | 'dispatch'>;

/** What others do while the page is open: a seller presents, or sends a contract. */
export function News({ state, words, following, dispatch }: NewsProps) {
  const { isPresenting, isOn, set } = following;
  const { contractsTag: tag } = state.presentation;
  const [seen, setSeen] = useState(tag);
  const isReading = state.panel === 'sign';
  useEffect(() => {
    if (isReading) setSeen(tag);
  }, [isReading, tag]);
  return (
    <div role="status">
      {isPresenting && (
        <p class="progress">
          {words.led}
          <button class="secondary" type="button" onClick={() => set(!isOn)}>
            {isOn ? words.leave : words.follow}
          </button>
          {isOn && state.isMuted && (
            <button class="secondary" type="button" onClick={() => dispatch({ type: 'muted' })}>
              {words.soundOn}
            </button>
          )}
        </p>
      )}
      {tag !== null && tag !== seen && (
        <p class="progress">
          {words.contractNews}
          <button class="secondary" type="button" onClick={() => dispatch({ type: 'opened', panel: 'sign' })}>
            {words.review}
          </button>
        </p>
      )}
    </div>
  );
}
