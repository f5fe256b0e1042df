import type { Dispatch } from 'preact/hooks';
import type { Written } from '../words/language.ts';
import type { Words } from '../words/english.ts';
import type { Contracts } from '../contract/contracts.ts';
import type { GuestApi } from '../story/api.ts';
import type { Clock } from '../story/clock.ts';
import type { Following } from '../live/following.ts';
import type { Offline } from '../offline/use-offline.ts';
import type { Action, State } from '../story/state.ts';
import type { Track } from '../story/track.ts';
import type { Signing } from '../worker/kept.ts';

/** What the parts of the page share. */
export interface Player {
  readonly api: GuestApi;
  readonly clock: Clock;
  readonly words: Words;
  /** The language of the words, where what is around them is in another. */
  readonly wording: Written;
  /** In which the slides follow one another. */
  readonly direction: Written['dir'];
  readonly state: State;
  readonly track: Track | null;
  /** What the homeowner does. */
  readonly dispatch: Dispatch<Action>;
  readonly offline: Offline;
  readonly contracts: Contracts;
  /** What may be signed without a network; null where that needs one. */
  readonly signing: Signing | null;
  readonly following: Following;
  /** Whether the first slide is on the screen: what is not seen there waits for that. */
  readonly isShown: boolean;
}
