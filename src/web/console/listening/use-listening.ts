import { useClient } from '@urql/preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Clock } from '../../story/clock.ts';
import { slideTrack, type Track } from '../../story/track.ts';
import { reasonOf } from '../api/problems.ts';
import {
  PreviewSpeechDocument,
  type PreviewSpeechMutation,
  type PreviewSpeechMutationVariables,
} from './listening.graphql.ts';

type Speech = NonNullable<PreviewSpeechMutation['previewSpeech']>['preview'];

/** What became of a request: it is under way, it was answered, or there is no voice and a reason. */
type Outcome =
  | { readonly is: 'preparing' }
  | { readonly is: 'spoken'; readonly speech: Speech }
  | { readonly is: 'silent'; readonly reason: string };

/** The last request and its outcome. */
interface Asked {
  readonly name: string;
  /** Which version of the deck it was about. */
  readonly version: number;
  readonly outcome: Outcome;
}

/** A text that can be played, and what stands in for its voice. */
export interface Audible {
  /** What is requested. */
  readonly variables: PreviewSpeechMutationVariables;
  /** Of the deck, whose prices the text may mention. */
  readonly version: number;
  /** What is shown at the pace of reading where there is no voice; null until it is known. */
  readonly silent: { readonly text: string; readonly language: string } | null;
}

export interface Listening {
  readonly clock: Clock;
  readonly state: 'idle' | 'preparing' | 'playing';
  /** What is or was played; null before. */
  readonly track: Track | null;
  /** Why there is no voice; null where there is one. */
  readonly reason: string | null;
  readonly listen: () => void;
  readonly stop: () => void;
  /** In seconds. */
  readonly playFrom: (at: number) => void;
}

const notPlayed = 'The browser cannot play the voice now.';
const notStarted = 'The browser lets no page play a voice by itself: press Listen again.';

/** Lets the server speak a text, and plays it. The same text is requested once; without a voice its words light up at the pace of reading. */
export function useListening({ variables, version, silent }: Audible): Listening {
  const client = useClient();
  const clock = useMemo(() => new Clock(), []);
  const [isPlaying, setPlaying] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const name = JSON.stringify(variables);
  const outcome = asked?.name === name ? asked.outcome : null;
  const played = useMemo(() => {
    if (outcome?.is === 'spoken') return trackOf(outcome.speech);
    // Only now: to find the words of a text takes a browser milliseconds.
    return outcome?.is === 'silent' && silent !== null ? silentTrack(silent.text, silent.language) : null;
  }, [outcome, silent?.text, silent?.language]);
  const play = (isOn: boolean): void => {
    clock.isPlaying = isOn;
    setPlaying(isOn);
  };

  useEffect(() => () => clock.close(), [clock]);
  useEffect(() => {
    const end = (): void => play(false);
    const readOn = (lost: Track): void => {
      setFault(notPlayed);
      clock.load(lost, clock.time, true);
    };
    const refuse = (): void => {
      setFault(notStarted);
      end();
    };
    clock.events = { onEnd: end, onRefusal: refuse, onFault: readOn, onStall: readOn, onPlaying: setPlaying };
  }, [clock]);
  // What comes after Listen was pressed is played, and nothing more of a text that has changed.
  useEffect(() => {
    play(false);
    if (played === null) return;
    clock.load(played, 0, false);
    play(true);
  }, [clock, outcome, played?.key]);

  const listen = async (): Promise<void> => {
    // A link that could not be played may be too old.
    if (outcome?.is === 'spoken' && asked?.version === version && played !== null && fault !== notPlayed) {
      setFault(null);
      clock.load(played, 0, false);
      play(true);
      return;
    }
    setFault(null);
    setAsked({ name, version, outcome: { is: 'preparing' } });
    const { data, error } = await client.mutation(PreviewSpeechDocument, variables).toPromise();
    const speech = data?.previewSpeech?.preview;
    const next: Outcome =
      speech === undefined
        ? { is: 'silent', reason: error === undefined ? notPlayed : reasonOf(error) }
        : { is: 'spoken', speech };
    // Not where it was stopped meanwhile, or something else was requested.
    setAsked((now) => (now?.name === name && now.outcome.is === 'preparing' ? { ...now, outcome: next } : now));
  };
  const stop = (): void => {
    play(false);
    if (outcome?.is === 'preparing') setAsked(null);
    else if (played !== null) clock.load(played, 0, false);
  };
  const playFrom = (at: number): void => {
    if (played !== null) clock.load(played, at, false);
    play(true);
  };
  return {
    clock,
    state: outcome?.is === 'preparing' ? 'preparing' : isPlaying ? 'playing' : 'idle',
    track: played,
    reason: outcome?.is === 'silent' ? outcome.reason : outcome === null ? null : fault,
    listen: () => void listen(),
    stop,
    playFrom,
  };
}

function trackOf({ text, language, audioUrl, wordTimings }: Speech): Track {
  const timing = audioUrl === null ? 'estimated' : 'spoken';
  return slideTrack({ slideId: '', narrationScript: text, audioUrl, wordTimings: [...wordTimings], language, timing });
}

/** A text at the pace of reading. */
function silentTrack(text: string, language: string): Track {
  return trackOf({ text, language, audioUrl: null, wordTimings: [] });
}
