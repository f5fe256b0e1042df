import type { Offer, Presentation, Slide } from './answers.ts';
import type { Memory } from './memory.ts';
import { answerTrack, slideTrack, type Track } from './track.ts';

/** What lies over the slide. */
export type PanelName = 'overview' | 'transcript' | 'questions' | 'help' | 'sign';

/** Everything that the page shows, but for the moving time. */
export interface State {
  readonly presentation: Presentation;
  /** Where playing begins: a new object is a jump. */
  readonly place: { readonly slide: number; readonly at: number };
  /** `idle`: not begun. `ended`: the slide is over and waits for the homeowner. */
  readonly status: 'idle' | 'playing' | 'paused' | 'ended';
  /** The question that is being answered, at its own place. */
  readonly answer: { readonly faq: number; readonly at: number } | null;
  readonly panel: PanelName | null;
  readonly speed: number;
  readonly hasCaptions: boolean;
  readonly isMuted: boolean;
  /** Whether single keys do something. */
  readonly hasKeys: boolean;
  /** Keys of recordings that cannot be played. */
  readonly silent: readonly string[];
}

/** What happens in the page. */
export type Action =
  | { readonly type: 'shown'; readonly presentation: Presentation }
  | {
      readonly type:
        | 'toggled'
        | 'played'
        | 'stopped'
        | 'ended'
        | 'refused'
        | 'returned'
        | 'captioned'
        | 'muted'
        | 'keyed';
    }
  | { readonly type: 'jumped'; readonly slide: number; readonly at?: number }
  | { readonly type: 'stepped'; readonly by: number }
  | { readonly type: 'sought'; readonly at: number }
  | { readonly type: 'asked'; readonly faq: number; readonly at: number }
  | { readonly type: 'opened'; readonly panel: PanelName | null }
  | { readonly type: 'paced'; readonly speed: number }
  /** `key` is that of the recording, `at` where what is being played is now. */
  | { readonly type: 'renewed'; readonly key: string; readonly presentation: Presentation; readonly at: number }
  | { readonly type: 'silenced'; readonly key: string; readonly at: number }
  /** What could not be played is tried again. */
  | { readonly type: 'restored'; readonly at: number };

/** The speeds that the homeowner may take. */
export const speeds = [0.75, 1, 1.25, 1.5, 2] as const;

/** Begins where the homeowner left. */
export function begin({ presentation, memory }: { presentation: Presentation; memory: Partial<Memory> }): State {
  const slide = presentation.slides.findIndex(({ slideId }) => slideId === memory.slideId);
  const at = slide >= 0 && typeof memory.at === 'number' && memory.at > 0 ? memory.at : 0;
  return {
    presentation,
    place: { slide: Math.max(0, slide), at },
    status: 'idle',
    answer: null,
    panel: null,
    speed: speeds.find((speed) => speed === memory.speed) ?? 1,
    hasCaptions: memory.hasCaptions !== false,
    isMuted: false,
    hasKeys: memory.hasKeys !== false,
    silent: [],
  };
}

/** The state after something has happened. */
export function after(state: State, action: Action): State {
  switch (action.type) {
    case 'shown':
      return shown(state, action.presentation);
    case 'toggled':
    case 'played':
    case 'stopped':
      return action.type === (state.status === 'playing' ? 'played' : 'stopped') ? state : toggled(state);
    case 'ended':
      return ended(state);
    case 'refused':
      return { ...state, status: 'paused' };
    case 'jumped':
      return jumped(state, action.slide, action.at);
    case 'stepped':
      return jumped(state, state.place.slide + action.by);
    case 'sought':
      return moved(state, action.at);
    case 'asked':
      return {
        ...state,
        place: state.answer === null ? { ...state.place, at: action.at } : state.place,
        answer: { faq: action.faq, at: 0 },
        panel: null,
        status: 'playing',
      };
    case 'returned':
      return { ...state, answer: null, place: { ...state.place }, status: 'playing' };
    case 'opened':
      return {
        ...state,
        panel: action.panel,
        status: pauses(action.panel) && state.status === 'playing' ? 'paused' : state.status,
      };
    case 'paced':
      return { ...state, speed: action.speed };
    case 'captioned':
      return { ...state, hasCaptions: !state.hasCaptions };
    case 'muted':
      return { ...state, isMuted: !state.isMuted };
    case 'keyed':
      return { ...state, hasKeys: !state.hasKeys };
    case 'renewed':
      return shown(unsilenced(state, [action.key], action.at), action.presentation);
    case 'silenced':
      return { ...unsilenced(state, [action.key], action.at), silent: [...state.silent, action.key] };
    case 'restored':
      return state.silent.length === 0 ? state : unsilenced(state, state.silent, action.at);
  }
}

const shown = (state: State, presentation: Presentation): State =>
  presentation.version < state.presentation.version ? state : { ...state, presentation };

/** Who reads a question or a contract does not listen. */
const pauses = (panel: PanelName | null): boolean => panel === 'questions' || panel === 'sign';

const isLast = ({ presentation, place }: State): boolean => place.slide >= presentation.slides.length - 1;

function toggled(state: State): State {
  if (state.status === 'playing') return { ...state, status: 'paused' };
  if (state.status !== 'ended') return { ...state, status: 'playing' };
  if (state.answer !== null) return { ...state, status: 'playing', answer: { ...state.answer, at: 0 } };
  return { ...state, status: 'playing', place: { slide: isLast(state) ? 0 : state.place.slide + 1, at: 0 } };
}

/** Goes on to the next slide, unless there is something to choose. */
function ended(state: State): State {
  if (state.answer !== null || isLast(state) || offerOf(state) !== undefined) return { ...state, status: 'ended' };
  return { ...state, status: 'playing', place: { slide: state.place.slide + 1, at: 0 } };
}

function jumped(state: State, slide: number, at = 0): State {
  const last = state.presentation.slides.length - 1;
  const place = { slide: Math.min(Math.max(slide, 0), last), at };
  return { ...state, place, answer: null, status: state.status === 'ended' ? 'playing' : state.status };
}

/** Moves within what is being played. */
function moved(state: State, at: number): State {
  return { ...placed(state, at), status: state.status === 'ended' ? 'paused' : state.status };
}

function placed(state: State, at: number): State {
  if (state.answer !== null) return { ...state, answer: { ...state.answer, at } };
  return { ...state, place: { ...state.place, at } };
}

/** Lets recordings be played that were silent. What is being played goes on where it is. */
function unsilenced(state: State, keys: readonly string[], at: number): State {
  const key = trackOf(state)?.key;
  const silent = state.silent.filter((one) => !keys.includes(one));
  return { ...(key !== undefined && keys.includes(key) ? placed(state, at) : state), silent };
}

/** The slide on the stage: of an answer, the one that it belongs to. */
export function slideOf({ presentation: { slides, faqs }, place, answer }: State): Slide | undefined {
  const related = answer === null ? null : faqs[answer.faq]?.relatedSlideId;
  return slides.find(({ slideId }) => slideId === related) ?? slides[place.slide];
}

/** The offer of the slide on the stage, if it is a pricing slide. */
export function offerOf(state: State): Offer | undefined {
  const slide = slideOf(state);
  return state.presentation.offers.find(({ sourceSlideId }) => sourceSlideId === slide?.sourceSlideId);
}

/** What is being played. */
export function trackOf({ presentation: { slides, faqs }, place, answer }: State): Track | null {
  const faq = answer === null ? undefined : faqs[answer.faq];
  if (faq !== undefined) return answerTrack(faq);
  const slide = slides[place.slide];
  return slide === undefined ? null : slideTrack(slide);
}
