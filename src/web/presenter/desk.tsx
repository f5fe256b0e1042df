/** @jsxImportSource preact */
import { useEffect } from 'preact/hooks';
import type { Presentation, Slide } from '../story/answers.ts';
import type { GuestApi } from '../story/api.ts';
import { written } from '../words/language.ts';
import { ChosenTiers, PreparedAnswers, Questions } from './homeowner.tsx';
import { type Leading, useLeading } from './leading.ts';
import { type Playing, usePlaying } from './playing.ts';
import { useSeller } from './seller.ts';
import { Timer } from './timer.tsx';
import type { PresenterWords } from './words.ts';

interface DeskProps {
  readonly api: GuestApi;
  readonly presentation: Presentation;
  readonly csrfToken: string | undefined;
  readonly words: PresenterWords;
  readonly onSignedOut: () => void;
}

/** All that a presenter needs at a glance. */
export function Desk({ api, presentation, words, ...session }: DeskProps) {
  const playing = usePlaying(api, presentation);
  const leading = useLeading(playing, session);
  const { presentationId, version, slides, language } = playing.state.presentation;
  const { notes, questions } = useSeller(presentationId, version);
  const { slide: index } = playing.state.place;
  const [now, next] = [slides[index], slides[index + 1]];
  useEffect(() => {
    document.title = `${words.title}: ${presentation.title}`;
  }, []);
  if (now === undefined) return null;
  const note = notes?.get(now.sourceSlideId) ?? '';
  return (
    <div class="desk">
      <Head playing={playing} leading={leading} words={words} />
      <main>
        <Card title={`${words.now}: ${index + 1} / ${slides.length}`} slide={now} language={language} />
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
          <Card title={words.next} slide={next} language={language} />
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
  readonly playing: Playing;
  readonly leading: Leading;
  readonly words: PresenterWords;
}

function Head({ playing: { state, dispatch }, leading, words }: HeadProps) {
  const { isLeading, outcome, begin, end } = leading;
  const isPlaying = state.status === 'playing';
  const problems: Readonly<Record<string, string>> = {
    other: words.other,
    forbidden: words.forbidden,
    lost: words.lost,
  };
  return (
    <header>
      <div class="buttons">
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

interface CardProps {
  readonly title: string;
  readonly slide: Slide;
  readonly language: string;
}

/** A slide, small. */
function Card({ title, slide, language }: CardProps) {
  return (
    <section class="slide-card" aria-label={title}>
      <h2>{title}</h2>
      <div {...written(slide.language ?? language)}>
        <h3>{slide.title}</h3>
        {slide.heroImg !== null && <img src={slide.heroImg} alt="" />}
        <ul>
          {slide.bullets.map((bullet, index) => (
            <li key={index}>{bullet}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Slides({ playing: { state, dispatch }, words }: Pick<HeadProps, 'playing' | 'words'>) {
  const { slides, language } = state.presentation;
  return (
    <nav aria-label={words.slides}>
      <h2>{words.slides}</h2>
      <ol class="chapters">
        {slides.map((slide, index) => (
          <li key={slide.slideId}>
            <button
              type="button"
              aria-current={index === state.place.slide ? 'step' : undefined}
              onClick={() => dispatch({ type: 'jumped', slide: index })}
            >
              <span class="number">{index + 1}</span>
              <span {...written(slide.language ?? language)}>{slide.title}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
