/** @jsxImportSource preact */
import { useEffect } from 'preact/hooks';
import { useAccent } from '../brand/mark.tsx';
import type { Playing } from '../live/live.ts';
import { Chapters } from '../player/chapters.tsx';
import type { Session } from '../session/session.ts';
import type { Presentation, Slide } from '../story/answers.ts';
import type { GuestApi } from '../story/api.ts';
import { wordsFor } from '../words/words.ts';
import { ChosenTiers, PreparedAnswers, Questions } from './homeowner.tsx';
import { type Leading, useLeading } from './leading.ts';
import { usePlaying } from './playing.ts';
import { useSeller } from './seller.ts';
import { SlideCard } from './slide-card.tsx';
import { Timer } from './timer.tsx';
import type { PresenterWords } from './words.ts';

interface DeskProps {
  readonly api: GuestApi;
  readonly presentation: Presentation;
  readonly session: Session;
  readonly words: PresenterWords;
}

/** All that a presenter needs at a glance. */
export function Desk({ api, presentation, words, session }: DeskProps) {
  const playing = usePlaying(api, presentation);
  const leading = useLeading(playing, session);
  const { presentationId, version, slides, offers, language, brand } = playing.state.presentation;
  const { notes, questions } = useSeller(presentationId, version);
  const { slide: index } = playing.state.place;
  const [now, next] = [slides[index], slides[index + 1]];
  useAccent(brand?.color ?? null);
  useEffect(() => {
    document.title = `${words.title}: ${presentation.title}`;
  }, []);
  const { words: pageWords } = wordsFor(navigator.language);
  if (now === undefined) return null;
  const shown = ({ sourceSlideId }: Slide) => ({
    offer: offers.find((offered) => offered.sourceSlideId === sourceSlideId),
    language,
    words,
    pageWords,
  });
  const note = notes?.get(now.sourceSlideId) ?? '';
  return (
    <div class="desk">
      <Head title={presentation.title} playing={playing} leading={leading} words={words} />
      <main>
        <SlideCard title={`${words.now}: ${index + 1} / ${slides.length}`} slide={now} {...shown(now)} isShown />
        <section class="notes" aria-label={words.notes}>
          <h2>{words.notes}</h2>
          <p class={note === '' ? 'hint' : ''}>{note === '' ? words.noNotes : note}</p>
          <details>
            <summary>{words.script}</summary>
            <p>{now.narrationScript}</p>
          </details>
        </section>
        {next === undefined ? (
          <section class="slide-card">
            <h2>{words.last}</h2>
          </section>
        ) : (
          <SlideCard title={words.next} slide={next} {...shown(next)} />
        )}
        <Slides playing={playing} words={words} />
      </main>
      <aside>
        <ChosenTiers presentation={playing.state.presentation} words={words} />
        <Questions questions={questions} slides={slides} words={words} />
        <PreparedAnswers faqs={playing.state.presentation.faqs} words={words} />
      </aside>
    </div>
  );
}

interface HeadProps {
  readonly title: string;
  readonly playing: Playing;
  readonly leading: Leading;
  readonly words: PresenterWords;
}

function Head({ title, playing: { state, dispatch }, leading, words }: HeadProps) {
  const { isLeading, outcome, begin, end } = leading;
  const isPlaying = state.status === 'playing';
  const problems: Readonly<Record<string, string>> = {
    other: words.other,
    forbidden: words.forbidden,
    lost: words.lost,
  };
  return (
    <header>
      <h1 class="unseen">{`${words.title}: ${title}`}</h1>
      <div class="buttons steps">
        <button class="secondary" type="button" onClick={() => dispatch({ type: 'stepped', by: -1 })}>
          {words.back}
        </button>
        <button class="primary" type="button" onClick={() => dispatch({ type: 'toggled' })}>
          {isPlaying ? words.pause : words.play}
        </button>
        <button class="secondary" type="button" onClick={() => dispatch({ type: 'stepped', by: 1 })}>
          {words.forward}
        </button>
      </div>
      <Timer isRunning={isLeading} words={words} />
      <div class="buttons">
        <span role="status">{problems[outcome ?? ''] ?? (isLeading ? words.leading : words.idle)}</span>
        {outcome === 'other' && (
          <button class="secondary" type="button" onClick={() => begin(true)}>
            {words.takeOver}
          </button>
        )}
        <button class="primary" type="button" onClick={() => (isLeading ? end() : begin())}>
          {isLeading ? words.end : words.begin}
        </button>
      </div>
    </header>
  );
}

function Slides({ playing: { state, dispatch }, words }: Pick<HeadProps, 'playing' | 'words'>) {
  return (
    <nav aria-label={words.slides}>
      <h2>{words.slides}</h2>
      <Chapters state={state} onGo={(slide) => dispatch({ type: 'jumped', slide })} />
    </nav>
  );
}
