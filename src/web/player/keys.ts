import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Player } from './player.ts';
import type { PanelName } from '../story/state.ts';

/** Shows the page on the whole screen, or ends this. */
export function toggleFullscreen(): void {
  void fillScreen(document.fullscreenElement === null);
}

/** Shows the page on the whole screen or not, where the browser has a full screen for pages. */
export async function fillScreen(isFull: boolean): Promise<void> {
  if (isFull === (document.fullscreenElement !== null)) return;
  try {
    await (isFull ? document.documentElement.requestFullscreen() : document.exitFullscreen());
  } catch {
    // It has none.
  }
}

/** What each key does. */
function actionsOf({ state, direction, dispatch }: Player): Readonly<Record<string, () => void>> {
  const go = (slide: number) => (): void => dispatch({ type: 'jumped', slide });
  const step = (by: number) => (): void => dispatch({ type: 'stepped', by });
  const open = (panel: PanelName) => (): void => dispatch({ type: 'opened', panel });
  const forward = direction === 'rtl' ? -1 : 1;
  return {
    ' ': () => dispatch({ type: 'toggled' }),
    ArrowLeft: step(-forward),
    ArrowRight: step(forward),
    Home: go(0),
    End: go(state.presentation.slides.length - 1),
    f: toggleFullscreen,
    o: open('overview'),
    t: open('transcript'),
    q: open('questions'),
    c: () => dispatch({ type: 'captioned' }),
    m: () => dispatch({ type: 'muted' }),
    '?': open('help'),
  };
}

/** Listens to keys that no control takes itself. */
export function useKeys(player: Player): void {
  useKeyActions((key) => {
    const isLetter = key.length === 1 && key !== ' ';
    if (document.querySelector('dialog[open]') !== null || (isLetter && !player.state.hasKeys)) return undefined;
    return actionsOf(player)[isLetter ? key.toLowerCase() : key];
  });
}

/** Calls what a key does, unless the control with the focus takes it. */
export function useKeyActions(actionOf: (key: string) => (() => void) | undefined): void {
  const latest = useRef(actionOf);
  latest.current = actionOf;
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      const takers = key === ' ' ? 'input, select, button, a, summary' : 'input, select';
      if (target instanceof Element && target.matches(takers)) return;
      const action = latest.current(key);
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, []);
}

/** Gives the focus to the button that plays when what had it is gone: a screen reader would begin at the top again. */
export function useKeptFocus(): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => void (last.current = target instanceof Element ? target : null);
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || last.current?.isConnected !== false) return;
    document.querySelector<HTMLElement>('.tool.main, .big-play')?.focus({ preventScroll: true });
  });
}
