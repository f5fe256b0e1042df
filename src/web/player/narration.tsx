/** @jsxImportSource preact */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Player } from './player.ts';
import { piecesOf, type Track, wordAt } from '../story/track.ts';
import { written } from '../words/language.ts';

/** Whether a word is still to come, is being spoken, or was. */
function mark(word: HTMLElement | undefined, index: number, current: number): void {
  word?.classList.toggle('is-said', index < current);
  word?.classList.toggle('is-lit', index === current);
}

/** Whether a word is on the screen; in a panel, whether it is scrolled to. */
function isSeen(word: HTMLElement | undefined): boolean {
  if (word === undefined) return false;
  const { top, bottom } = word.getBoundingClientRect();
  const around = word.closest('dialog')?.getBoundingClientRect();
  return bottom > (around?.top ?? 0) && top < (around?.bottom ?? innerHeight);
}

/**
 * A text whose words light up as they are spoken, and which is heard from a tapped word on. The classes are set beside
 * Preact: a frame touches the words that have changed alone.
 */
export function Narration({ track, player }: { readonly track: Track; readonly player: Player }) {
  const { clock, state, dispatch } = player;
  const pieces = useMemo(() => piecesOf(track), [track.key]);
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const words = [...(text.current?.querySelectorAll<HTMLElement>('[data-word]') ?? [])];
    let current = -1;
    return clock.follow((time) => {
      const next = wordAt(track.timings, time);
      if (next === current) return;
      for (let index = Math.max(0, Math.min(current, next)); index <= Math.max(current, next); index += 1) {
        mark(words[index], index, next);
      }
      const [before, now] = [words[current], words[next]];
      // Who reads something else is left there.
      if (before?.offsetTop !== now?.offsetTop && isSeen(before)) now?.scrollIntoView({ block: 'nearest' });
      current = next;
    });
  }, [clock, track.key]);
  const play = ({ target }: Event): void => {
    const word = target instanceof HTMLElement ? track.timings[Number(target.dataset['word'] ?? -1)] : undefined;
    if (word === undefined) return;
    dispatch({ type: 'sought', at: word.startTime });
    if (state.status !== 'playing') dispatch({ type: 'toggled' });
  };
  return (
    <p class="narration" {...written(track.language)} ref={text} onClick={play}>
      {pieces.map((piece, index) =>
        piece.word === null ? (
          piece.text
        ) : (
          <span key={index} data-word={piece.word}>
            {piece.text}
          </span>
        ),
      )}
    </p>
  );
}
