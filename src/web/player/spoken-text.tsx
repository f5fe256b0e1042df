/** @jsxImportSource preact */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Clock } from '../story/clock.ts';
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

interface SpokenTextProps {
  readonly track: Track;
  readonly clock: Clock;
  /** Plays from a time on, in seconds. */
  readonly onPlay: (at: number) => void;
}

/**
 * A text whose words light up as they are spoken, and which is played from a tapped word on. The classes are set beside
 * Preact: a frame touches the words that have changed alone.
 */
export function SpokenText({ track, clock, onPlay }: SpokenTextProps) {
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
    // The text may stand in the document of a frame, whose elements are of other classes.
    const word = track.timings[Number((target as HTMLElement | null)?.dataset['word'] ?? -1)];
    if (word !== undefined) onPlay(word.startTime);
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
