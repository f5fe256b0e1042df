/** @jsxImportSource preact */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { written } from '../words/language.ts';
import type { Slide } from '../story/answers.ts';
import { Icon } from './icons.tsx';
import { Narration } from './narration.tsx';
import type { Player } from './player.ts';
import { Prices } from './prices.tsx';
import { BulletList, SlideFace } from './slide-face.tsx';
import { offerOf, slideOf, type State } from '../story/state.ts';
import { answerTrack, bulletStarts, slideTrack, wordAt } from '../story/track.ts';

/** What is shown of the slide, and what is said. */
export function Stage({ player }: { readonly player: Player }) {
  const { state } = player;
  const slide = slideOf(state);
  const offer = offerOf(state);
  if (slide === undefined) return null;
  const { language } = slide;
  const spoken = (
    <>
      <Answering player={player} />
      {state.status === 'idle' ? <BigPlay player={player} /> : <Said player={player} />}
    </>
  );
  return (
    <SlideFace key={slide.slideId} slide={slide} language={language} isOffer={offer !== undefined} spoken={spoken}>
      {offer === undefined ? <Bullets slide={slide} player={player} /> : <Prices offer={offer} player={player} />}
    </SlideFace>
  );
}

/** The bullets. Each gets its mark as it is spoken. */
function Bullets({ slide, player: { clock, state, track } }: { readonly slide: Slide; readonly player: Player }) {
  const { bullets } = slide;
  const starts = useMemo(() => (track === null ? [] : bulletStarts(bullets, track.timings)), [bullets, track?.key]);
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    if (track === null) return;
    return clock.follow((time) => {
      const word = wordAt(track.timings, time);
      setPassed(starts.filter((start) => start <= word).length);
    });
  }, [clock, track?.key, starts]);
  const isSpokenNow = state.status !== 'idle' && state.answer === null;
  return <BulletList bullets={bullets} passed={isSpokenNow ? passed : 0} />;
}

/** The one thing to do before it has begun. */
function BigPlay({ player: { state, words, wording, dispatch } }: { readonly player: Player }) {
  const { slides } = state.presentation;
  const { slide: first, at } = state.place;
  const seconds = slides.slice(first).reduce((sum, slide) => sum + slideTrack(slide).length, -at);
  const minutes = Math.max(1, Math.round(seconds / 60));
  return (
    <div class="begin" {...wording}>
      <button class="big-play" type="button" onClick={() => dispatch({ type: 'toggled' })}>
        <Icon name="play" />
        {isResumed(state) ? words.goOn : words.play}
      </button>
      <p class="hint">{isResumed(state) ? words.minutesLeft(minutes) : words.minutes(minutes)}</p>
    </div>
  );
}

const isResumed = ({ place }: State): boolean => place.slide > 0 || place.at > 0;

/** The words that are being said, and what follows them. */
function Said({ player }: { readonly player: Player }) {
  const { state, words, wording, track, dispatch } = player;
  const { status, answer, presentation, place } = state;
  const isLast = place.slide === presentation.slides.length - 1;
  return (
    <>
      {track?.isPending === true && (
        <p class="hint" {...wording}>
          {words.preparing}
        </p>
      )}
      <p class="hint" role="status" {...wording}>
        {track !== null && state.silent.includes(track.key) && words.silent}
      </p>
      {(state.hasCaptions || answer !== null) && track !== null && (
        <Narration key={track.key} track={track} player={player} />
      )}
      {status === 'ended' && answer === null && (
        <button class="primary" type="button" {...wording} onClick={() => dispatch({ type: 'toggled' })}>
          {isLast ? words.again : words.goOn}
        </button>
      )}
      {status === 'ended' && isLast && answer === null && presentation.canSign && (
        <button class="primary" type="button" {...wording} onClick={() => dispatch({ type: 'opened', panel: 'sign' })}>
          {words.review}
        </button>
      )}
    </>
  );
}

/** Which question is being answered, and the way back. */
function Answering({ player: { state, words, wording, dispatch } }: { readonly player: Player }) {
  const back = useRef<HTMLButtonElement>(null);
  const { answer, presentation } = state;
  const faq = answer === null ? undefined : presentation.faqs[answer.faq];
  useEffect(() => back.current?.focus(), [faq]);
  if (faq === undefined) return null;
  const { language } = answerTrack(faq);
  return (
    <div class="answering">
      <h2>
        <span class="hint" {...wording}>
          {words.answerTo}
        </span>
        <span {...written(language)}>{faq.userQuestion}</span>
      </h2>
      <button class="secondary" type="button" {...wording} ref={back} onClick={() => dispatch({ type: 'returned' })}>
        {words.goBack}
      </button>
    </div>
  );
}
