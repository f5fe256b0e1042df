/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { OfflineStatus } from '../offline/status.tsx';
import { written } from '../words/language.ts';
import { Chapters } from './chapters.tsx';
import { Icon } from './icons.tsx';
import type { Player } from './player.ts';
import { Narration } from './narration.tsx';
import { slideTrack } from '../story/track.ts';

interface PanelProps {
  readonly title: string;
  readonly player: Player;
  readonly children: ComponentChildren;
}

/** A sheet over the page. The browser keeps the focus in it, and gives it back. */
export function Panel({ title, player: { words, dispatch, offline }, children }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  // A dialog gives the focus back as it closes, which it can while it is in the page alone.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  const close = (event: Event): void => {
    event.preventDefault();
    dispatch({ type: 'opened', panel: null });
  };
  const isBeside = ({ target, currentTarget }: Event): boolean => target === currentTarget;
  const press = (event: Event): void => void (isPressedBeside.current = isBeside(event));
  // A line that is drawn past the edge of the sheet ends in a click beside it.
  const closeBeside = (event: Event): void => {
    if (isPressedBeside.current && isBeside(event)) close(event);
  };
  return (
    <dialog ref={dialog} aria-labelledby="panel-title" onCancel={close} onPointerDown={press} onClick={closeBeside}>
      <div class="sheet">
        <div class="sheet-head">
          <h2 id="panel-title">{title}</h2>
          <button class="tool" type="button" aria-label={words.close} title={words.close} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <OfflineStatus offline={offline} words={words} />
        {children}
      </div>
    </dialog>
  );
}

/** All slides by their titles. */
export function Overview({ player }: { readonly player: Player }) {
  const { state, words, dispatch } = player;
  const go = (slide: number): void => {
    dispatch({ type: 'opened', panel: null });
    dispatch({ type: 'jumped', slide });
  };
  return (
    <Panel title={words.overview} player={player}>
      <Chapters state={state} onGo={go} />
    </Panel>
  );
}

/** All that is said, to be read. The slide that is being spoken follows the voice. */
export function Transcript({ player }: { readonly player: Player }) {
  const { state, words, track } = player;
  const { slides } = state.presentation;
  return (
    <Panel title={words.transcript} player={player}>
      {slides.map((slide, index) => {
        const own = slideTrack(slide);
        const isSpoken = state.answer === null && index === state.place.slide && track !== null;
        return (
          <section class="chapter" key={slide.slideId} {...written(own.language)}>
            <h3>{slide.title}</h3>
            {isSpoken ? <Narration key={track.key} track={track} player={player} /> : <p>{own.text}</p>}
          </section>
        );
      })}
    </Panel>
  );
}

/** What the keys do. */
export function Help({ player }: { readonly player: Player }) {
  const { state, words, dispatch } = player;
  const { keys } = words;
  const rows = [
    ['Space', keys.space],
    ['← →', keys.arrows],
    ['Home End', keys.ends],
    ['F', keys.f],
    ['O', keys.o],
    ['T', keys.t],
    ['C', keys.c],
    ['M', keys.m],
    ['Q', keys.q],
    ['?', keys.help],
  ] as const;
  return (
    <Panel title={words.help} player={player}>
      <dl class="keys">
        {rows.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input type="checkbox" checked={state.hasKeys} onChange={() => dispatch({ type: 'keyed' })} />
        {words.singleKeys}
      </label>
    </Panel>
  );
}
