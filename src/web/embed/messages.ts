/** The commands of the element to the page in its frame. `connect` requests the events. */
export type Command =
  | { readonly deckcast: 'connect' | 'play' | 'pause' }
  /** @property slide counted from 0 @property second in that slide */
  | { readonly deckcast: 'seek'; readonly slide: number; readonly second: number };

/** What the page sends to the element. `ready`: it reads commands from now on; this has nothing of the presentation. */
export type Report =
  | { readonly deckcast: 'ready' | 'ended' }
  | { readonly deckcast: 'slide'; readonly slide: number }
  /** @property length of the slide, in seconds as `second` */
  | { readonly deckcast: 'time'; readonly slide: number; readonly second: number; readonly length: number }
  /** @property sourceSlideId of the offer @property tier null for none */
  | { readonly deckcast: 'tier'; readonly sourceSlideId: string; readonly tier: string | null };
