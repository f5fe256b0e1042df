/** @jsxImportSource preact */
import { useMemo, useRef } from 'preact/hooks';
import { Mark, useAccent } from '../brand/mark.tsx';
import { Notice } from '../brand/notice.tsx';
import { ContractPanel } from './contract-panel.tsx';
import { Controls } from './controls.tsx';
import { Handout } from './handout.tsx';
import type { Opened } from '../offline/opening.ts';
import { OfflineStatus } from '../offline/status.tsx';
import { Help, Overview, Transcript } from './panels.tsx';
import { News } from '../live/news.tsx';
import type { Player } from './player.ts';
import { usePlayer } from './use-player.ts';
import { Questions } from './questions.tsx';
import { Stage } from './stage.tsx';
import type { Refusal } from '../story/api.ts';

interface PageProps {
  readonly opened: Opened;
  /** Called once the token is no longer valid. */
  readonly onGone: (refusal: Refusal) => void;
}

/** The presentation with all that belongs to it. */
export function Page({ opened, onGone }: PageProps) {
  const player = usePlayer(opened, onGone);
  const { state, words, offline } = player;
  const { brand, brandName, title, slides } = state.presentation;
  useAccent(brand?.color ?? null);
  const handout = useHandout(player);
  if (slides.length === 0) return <Notice text={words.empty} />;
  return (
    <>
      <div class="page" {...useSwipe(player)}>
        <header>
          <Mark brand={brand} name={brandName ?? title} language={state.presentation.language} />
          <p class="count" aria-live="polite">
            {words.slideOf(state.place.slide + 1, slides.length)}
          </p>
        </header>
        <News {...player} />
        <Progress player={player} />
        <OfflineStatus offline={offline} words={words} />
        <Stage player={player} />
        <Controls player={player} />
        {state.panel === 'overview' && <Overview player={player} />}
        {state.panel === 'transcript' && <Transcript player={player} />}
        {state.panel === 'questions' && <Questions player={player} />}
        {state.panel === 'help' && <Help player={player} />}
        <ContractPanel player={player} />
      </div>
      {handout}
    </>
  );
}

/** What is printed, and not seen on the screen. */
function useHandout({ state: { presentation }, words, isShown }: Player) {
  return useMemo(() => isShown && <Handout presentation={presentation} words={words} />, [isShown, presentation]);
}

/** How many slides have their voice, while the rest is being spoken. */
function Progress({ player: { state, words } }: { readonly player: Player }) {
  const { status, slides } = state.presentation;
  if (status !== 'narrating') return null;
  const ready = slides.filter(({ timing }) => timing !== 'pending').length;
  const text = words.progress(ready, slides.length);
  return (
    <div class="progress" role="status">
      <progress value={ready} max={slides.length} aria-label={text} />
      <span>{text}</span>
    </div>
  );
}

/** How far a finger goes for a swipe, in pixels. */
const swipePx = 60;

/** Goes to the slide before or behind when a finger is drawn across the page. */
function useSwipe({ direction, dispatch }: Player) {
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: ({ touches: [touch, second] }: TouchEvent): void => {
      // Two fingers zoom, and one moves a page that is zoomed.
      const isSwipe = touch !== undefined && second === undefined && (visualViewport?.scale ?? 1) <= 1;
      from.current = isSwipe ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches: [touch], target }: TouchEvent): void => {
      const { current } = from;
      if (touch === undefined || current === null) return;
      if (target instanceof Element && target.closest('input, dialog') !== null) return;
      const across = touch.clientX - current.x;
      if (Math.abs(across) < swipePx || Math.abs(touch.clientY - current.y) > Math.abs(across) / 2) return;
      const forward = direction === 'rtl' ? 1 : -1;
      dispatch({ type: 'stepped', by: Math.sign(across) * forward });
    },
  };
}
