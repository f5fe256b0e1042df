import { useEffect, useMemo, useState } from 'preact/hooks';
import { Clock } from '../../story/clock.ts';
import { slideTrack, type Track } from '../../story/track.ts';
import type { PreviewedSlide } from './use-sample.ts';

interface Listening {
  readonly clock: Clock;
  /** What can be played; null without a preview. */
  readonly track: Track | null;
  readonly isPlaying: boolean;
  readonly toggle: () => void;
  /** In seconds. */
  readonly playFrom: (at: number) => void;
}

/** Plays the narration of a slide that was filled in: the author's recording, or its words at the pace of a voice. */
export function useListening(slide: PreviewedSlide | undefined): Listening {
  const clock = useMemo(() => new Clock(), []);
  const [isPlaying, setPlaying] = useState(false);
  const track = useMemo(() => (slide === undefined ? null : trackOf(slide)), [slide]);
  useEffect(() => () => clock.close(), [clock]);
  useEffect(() => {
    const stop = (): void => {
      clock.isPlaying = false;
      setPlaying(false);
    };
    const onSilence = (silent: Track): void => clock.load(silent, clock.time, true);
    clock.events = { onEnd: stop, onRefusal: stop, onFault: onSilence, onStall: onSilence, onPlaying: setPlaying };
    stop();
    if (track !== null) clock.load(track, 0, false);
  }, [clock, track?.key]);
  const play = (isOn: boolean): void => {
    clock.isPlaying = isOn;
    setPlaying(isOn);
  };
  return {
    clock,
    track,
    isPlaying,
    toggle: () => {
      if (track !== null && !isPlaying && clock.time >= clock.length) clock.load(track, 0, false);
      play(!isPlaying);
    },
    playFrom: (at) => {
      if (track !== null) clock.load(track, at, false);
      play(true);
    },
  };
}

function trackOf({ slideId, narrationScript, audioUrl, wordTimings, language }: PreviewedSlide): Track {
  const timing = audioUrl === null ? 'estimated' : 'recorded';
  return slideTrack({ slideId, narrationScript, audioUrl, wordTimings: [...wordTimings], language, timing });
}
