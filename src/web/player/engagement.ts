import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { TierKey } from '../story/answers.ts';
import type { Opened } from '../offline/opening.ts';
import { offerOf, slideOf } from '../story/state.ts';
import { isPrivate, EngagementReporter } from '../story/engagement.ts';
import type { Player } from './player.ts';

/**
 * Times in milliseconds: how often it is measured, how often it is reported, and how soon after a change of the slide.
 */
const lookMs = 250;
const reportMs = 15_000;
const soonMs = 1_000;
/** How long after the last touch or key a page that does not play still counts as viewed. */
const idleMs = 60_000;
/** Longest time between two looks that counts: a device that slept has not been viewed. */
const longestMs = 5_000;
/** A slide counts as complete so long before its end, in seconds. */
const endSeconds = 0.3;
/** How long a price is on the screen until it is seen. */
const seenMs = 1_000;

/** Reports to the seller what is viewed, unless the deck or the browser requests privacy. */
export function useEngagement(player: Player, opened: Opened): void {
  const reporter = useMemo(() => {
    const isReported = opened.presentation.isEngagementTracked && !isPrivate();
    return isReported ? new EngagementReporter(opened.api, opened.name, opened) : null;
  }, []);
  const latest = useRef(player);
  latest.current = player;
  useEffect(() => (reporter === null ? undefined : look(reporter, () => latest.current)), []);
  const { clock, state, track } = player;
  const sourceSlideId = slideOf(state)?.sourceSlideId;
  useEffect(() => {
    if (reporter === null) return;
    const timer = setTimeout(() => reporter.report(), soonMs);
    return () => clearTimeout(timer);
  }, [sourceSlideId]);
  const isSpoken = state.status === 'playing' && state.answer === null && track?.isPending === false;
  // Behind the effects of the clock, which is at the new place by then.
  useLayoutEffect(() => {
    if (reporter === null || sourceSlideId === undefined || !isSpoken) return;
    return clock.follow((time) => {
      if (time > 0 && time >= clock.length - endSeconds) reporter.complete(sourceSlideId);
    });
  }, [sourceSlideId, track?.key, isSpoken]);
}

/** Looks some times a second at what is on the screen. @returns what ends this */
function look(reporter: EngagementReporter, current: () => Player): () => void {
  let lookedAt = performance.now();
  let activeAt = lookedAt;
  const seen = new Map<string, number>();
  const active = (): void => void (activeAt = performance.now());
  const lookOnce = (): void => {
    const now = performance.now();
    const past = Math.min(now - lookedAt, longestMs);
    lookedAt = now;
    const { state } = current();
    if (state.status === 'playing') activeAt = now;
    const sourceSlideId = slideOf(state)?.sourceSlideId;
    const isViewed = state.status !== 'idle' && now - activeAt < idleMs && !document.hidden;
    if (sourceSlideId === undefined || !isViewed) return;
    reporter.watch(sourceSlideId, past / 1_000);
    if (offerOf(state) === undefined || state.panel !== null) {
      seen.clear();
      return;
    }
    for (const tier of tiersOnScreen()) {
      const price = `${sourceSlideId} ${tier}`;
      seen.set(price, (seen.get(price) ?? 0) + past);
      if ((seen.get(price) ?? 0) >= seenMs) reporter.view(sourceSlideId, tier);
    }
  };
  const leave = (): void => {
    // What was on the screen since the last look is lost when it is hidden: a quarter of a second at most.
    lookOnce();
    reporter.report();
  };
  const timers = [setInterval(lookOnce, lookMs), setInterval(() => reporter.report(), reportMs)];
  const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'touchstart'] as const;
  for (const sign of signs) document.addEventListener(sign, active, { capture: true, passive: true });
  document.addEventListener('visibilitychange', leave);
  window.addEventListener('pagehide', leave);
  return () => {
    for (const timer of timers) clearInterval(timer);
    for (const sign of signs) document.removeEventListener(sign, active, { capture: true });
    document.removeEventListener('visibilitychange', leave);
    window.removeEventListener('pagehide', leave);
  };
}

/** The tiers whose cards have their middle on the screen. */
function tiersOnScreen(): TierKey[] {
  return [...document.querySelectorAll<HTMLElement>('[data-tier]')].flatMap((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return middle > 0 && middle < innerHeight ? [card.dataset['tier'] as TierKey] : [];
  });
}
