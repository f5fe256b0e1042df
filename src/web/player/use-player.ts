import { useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { directionOf, written } from '../words/language.ts';
import { wordsFor } from '../words/words.ts';
import { useContracts } from '../contract/contracts.ts';
import { isHandedOver } from '../contract/handed.ts';
import type { Refusal } from '../story/api.ts';
import { Clock } from '../story/clock.ts';
import { useEmbedding } from './embedding.ts';
import { useFollowing } from '../live/following.ts';
import { useLive } from '../live/live.ts';
import { useKeptFocus, useKeys } from './keys.ts';
import type { Opened } from '../offline/opening.ts';
import { recall, remember } from '../story/memory.ts';
import { useKept } from '../offline/use-kept.ts';
import { useOffline } from '../offline/use-offline.ts';
import { useEngagement } from './engagement.ts';
import { after, begin, type State, trackOf } from '../story/state.ts';
import type { Player } from './player.ts';

/** The same without a presenter, who dispatches beside the homeowner. */
type Own = Omit<Player, 'following'>;

/**
 * Plays a presentation: moves the clock with the state, and the state with the clock.
 *
 * @param onGone called once the token is no longer valid
 */
export function usePlayer(opened: Opened, onGone: (refusal: Refusal) => void): Player {
  const { api, presentation, name } = opened;
  const clock = useMemo(() => new Clock(), []);
  const [state, dispatch] = useReducer(after, { presentation, memory: recall(name) }, beginHere);
  const { words, language } = wordsFor(presentation.language);
  const wording = written(language);
  // Slides without a translation stay in the language of the deck.
  const direction = directionOf(presentation.slides[0]?.language ?? presentation.language);
  const offline = useOffline(opened, dispatch, onGone);
  const contracts = useContracts(api, state.presentation, offline, opened.signing?.contracts ?? null);
  const signing = useKept(opened, state.presentation, contracts.all, offline.isOffline);
  const track = trackOf(state);
  const isShown = useShown();
  const own = { api, clock, words, wording, direction, state, dispatch, track, offline, contracts, signing, isShown };
  const following = useFollowing(own, useLive(api, own));
  const player = { ...own, dispatch: following.act, following };
  useEffect(() => {
    document.title = presentation.title;
    Object.assign(document.documentElement, wording);
    return () => clock.close();
  }, []);
  useClock(own);
  useMemory(own, name);
  useKeys(player);
  useKeptFocus();
  useEngagement(player, opened);
  useEmbedding(player);
  return player;
}

/** Begins where the homeowner left; at a device that is handed over, with the contract. */
function beginHere(given: Parameters<typeof begin>[0]): State {
  return { ...begin(given), panel: isHandedOver(given.presentation.presentationId) ? 'sign' : null };
}

/** Safari lets a page play and unmute within a tap alone: this does not wait for the next frame. */
function useClock({ api, clock, state, track, dispatch, isShown }: Own): void {
  const { presentation, place, answer, status, speed, isMuted } = state;
  const isSilent = track !== null && state.silent.includes(track.key);
  const [renewed] = useState(() => new Set<string>());
  clock.events = {
    onEnd: () => dispatch({ type: 'ended' }),
    onRefusal: () => dispatch({ type: 'refused' }),
    onStall: ({ key }) => dispatch({ type: 'silenced', key, at: clock.time }),
    onPlaying: (isPlaying) => dispatch({ type: isPlaying ? 'played' : 'stopped' }),
    // A signed link ends after some minutes: for each a new one is requested once, and then the track goes on silently.
    onFault: ({ key, audioUrl }) => {
      const url = audioUrl ?? '';
      const silence = (): void => dispatch({ type: 'silenced', key, at: clock.time });
      if (renewed.has(url)) {
        silence();
        return;
      }
      renewed.add(url);
      api.presentation().then(
        (fresh) => dispatch({ type: 'renewed', key, presentation: fresh, at: clock.time }),
        () => {
          renewed.delete(url);
          silence();
        },
      );
    },
  };
  // A new answer of the server means that the network is there.
  useEffect(() => dispatch({ type: 'restored', at: clock.time }), [presentation]);
  useLayoutEffect(() => {
    clock.speed = speed;
    clock.audio.muted = isMuted;
  }, [speed, isMuted]);
  useLayoutEffect(() => {
    if (track !== null && isShown) clock.load(track, answer?.at ?? place.at, isSilent);
  }, [track?.key, place, answer, isSilent, isShown]);
  const next = presentation.slides[place.slide + 1]?.audioUrl ?? null;
  useEffect(() => {
    if (isShown) clock.loadAhead(next);
  }, [next?.split('?')[0], isShown]);
  useLayoutEffect(() => {
    clock.isPlaying = status === 'playing';
  }, [status, place, answer]);
}

/** Whether a frame with the page has been shown, which is over when the next one begins. */
function useShown(): boolean {
  const [isShown, setShown] = useState(false);
  useLayoutEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setShown(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isShown;
}

/** Remembers the place whenever it changes by more than playing, and when the page is left. */
function useMemory({ clock, state }: Own, name: string): void {
  const { presentation, place, answer, speed, hasCaptions, hasKeys, status } = state;
  useEffect(() => {
    const save = (): void => {
      const slideId = presentation.slides[place.slide]?.slideId;
      if (slideId === undefined) return;
      const at = answer === null ? clock.time : place.at;
      remember(name, { slideId, at, speed, hasCaptions, hasKeys });
    };
    save();
    document.addEventListener('visibilitychange', save);
    window.addEventListener('pagehide', save);
    return () => {
      document.removeEventListener('visibilitychange', save);
      window.removeEventListener('pagehide', save);
    };
  }, [presentation, place, answer, speed, hasCaptions, hasKeys, status]);
}
