import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Report } from '../embed/messages.ts';
import type { Action, State } from '../story/state.ts';
import type { Player } from './player.ts';

/** Least time between two reports of the time, in milliseconds. */
const timeMs = 250;

/**
 * Obeys the page that embeds this one, and reports events to it. The policy of this page lets the listed origins alone
 * embed it, and only messages of the window around it are read: its origin is that of the first command, and stays so.
 */
export function useEmbedding({ clock, state, track, dispatch }: Player): void {
  const [host, setHost] = useState<string | null>(null);
  const memory = useMemo(() => ({ sentAt: -Infinity, presentation: state.presentation }), []);
  const { presentation, place, status, answer } = state;
  const { slide } = place;
  useEffect(() => {
    if (window.parent === window) return;
    let known: string | null = null;
    const receive = ({ source, origin, data }: MessageEvent<unknown>): void => {
      const actions = actionsOf(data);
      if (source !== window.parent || origin !== (known ?? origin) || actions === null) return;
      known = origin;
      setHost(origin);
      for (const action of actions) dispatch(action);
    };
    window.addEventListener('message', receive);
    send('*', { deckcast: 'ready' });
    return () => window.removeEventListener('message', receive);
  }, []);
  useEffect(() => send(host, { deckcast: 'slide', slide }), [host, slide]);
  useEffect(() => {
    if (answer !== null) return;
    return clock.follow((second) => {
      const now = performance.now();
      if (now - memory.sentAt < timeMs) return;
      memory.sentAt = now;
      send(host, { deckcast: 'time', slide, second, length: clock.length });
    });
  }, [host, clock, track?.key, slide, answer]);
  const isOver = status === 'ended' && answer === null && slide === presentation.slides.length - 1;
  useEffect(() => {
    if (isOver) send(host, { deckcast: 'ended' });
  }, [host, isOver]);
  useEffect(() => {
    for (const report of chosen(memory.presentation, presentation)) send(host, report);
    memory.presentation = presentation;
  }, [host, presentation]);
}

/** @param origin that of the page around this one; null while it is not known, and `*` for any */
function send(origin: string | null, report: Report): void {
  if (origin !== null) window.parent.postMessage(report, origin);
}

/** The command of a message; null for one that has none. */
function actionsOf(message: unknown): readonly Action[] | null {
  if (typeof message !== 'object' || message === null) return null;
  const { deckcast, slide, second } = message as Record<string, unknown>;
  if (deckcast === 'connect') return [];
  if (deckcast === 'play') return [{ type: 'played' }];
  if (deckcast === 'pause') return [{ type: 'stopped' }];
  if (deckcast !== 'seek' || typeof slide !== 'number' || typeof second !== 'number') return null;
  const isPlace = Number.isSafeInteger(slide) && Number.isFinite(second) && second >= 0;
  return isPlace ? [{ type: 'jumped', slide, at: second }] : null;
}

/** The offers whose tier is another than before. */
function chosen(before: State['presentation'], { offers }: State['presentation']): Report[] {
  return offers.flatMap(({ sourceSlideId, selectedTier: tier }) => {
    const former = before.offers.find((offer) => offer.sourceSlideId === sourceSlideId);
    return former?.selectedTier === tier ? [] : [{ deckcast: 'tier', sourceSlideId, tier }];
  });
}
