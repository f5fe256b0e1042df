/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icons.tsx';
import { toggleFullscreen } from './keys.ts';
import type { Player } from './player.ts';
import { speeds } from '../story/state.ts';
import { clockText } from '../words/amounts.ts';

interface ToolProps {
  readonly name: string;
  readonly icon: IconName;
  readonly onClick: () => void;
  readonly className?: string;
  readonly isOn?: boolean;
}

function Tool({ name, icon, onClick, className = '', isOn }: ToolProps) {
  const pressed = isOn === undefined ? {} : { 'aria-pressed': isOn };
  return (
    <button class={`tool ${className}`} type="button" aria-label={name} title={name} onClick={onClick} {...pressed}>
      <Icon name={icon} />
    </button>
  );
}

/** Everything that moves the presentation. */
export function Controls({ player }: { readonly player: Player }) {
  const { state, words, dispatch } = player;
  const hasBegun = state.status !== 'idle';
  return (
    <section class="controls" aria-label={words.controls}>
      {hasBegun && <Position player={player} />}
      <button class="ask" type="button" onClick={() => dispatch({ type: 'opened', panel: 'questions' })}>
        <Icon name="question" />
        {words.question}
      </button>
      {hasBegun && <Transport player={player} />}
      <Tools player={player} />
    </section>
  );
}

function Transport({ player: { state, words, direction, dispatch } }: { readonly player: Player }) {
  const isPlaying = state.status === 'playing';
  const go = (by: number) => (): void => dispatch({ type: 'stepped', by });
  return (
    <div class="transport" dir={direction}>
      <Tool name={words.previous} icon="previous" onClick={go(-1)} />
      <Tool
        name={isPlaying ? words.pause : words.play}
        icon={isPlaying ? 'pause' : 'play'}
        className="main"
        onClick={() => dispatch({ type: 'toggled' })}
      />
      <Tool name={words.next} icon="next" onClick={go(1)} />
    </div>
  );
}

function Tools({ player: { state, words, dispatch } }: { readonly player: Player }) {
  const { hasCaptions, isMuted, speed } = state;
  return (
    <div class="tools">
      <Tool name={words.overview} icon="overview" onClick={() => dispatch({ type: 'opened', panel: 'overview' })} />
      <Tool
        name={words.transcript}
        icon="transcript"
        onClick={() => dispatch({ type: 'opened', panel: 'transcript' })}
      />
      <Tool name={words.captions} icon="captions" isOn={hasCaptions} onClick={() => dispatch({ type: 'captioned' })} />
      <Tool
        name={words.mute}
        icon={isMuted ? 'muted' : 'sound'}
        isOn={isMuted}
        onClick={() => dispatch({ type: 'muted' })}
      />
      <select
        aria-label={words.speed}
        dir="ltr"
        value={speed}
        onChange={({ currentTarget }) => dispatch({ type: 'paced', speed: Number(currentTarget.value) })}
      >
        {speeds.map((one) => (
          <option key={one} value={one}>
            {`${one}×`}
          </option>
        ))}
      </select>
      <Tool name={words.fullscreen} icon="fullscreen" className="roomy" onClick={toggleFullscreen} />
      <Tool
        name={words.help}
        icon="help"
        className="roomy"
        onClick={() => dispatch({ type: 'opened', panel: 'help' })}
      />
    </div>
  );
}

/** How far an arrow key moves the bar, in seconds. */
const stepSeconds = 5;

/** The bar of the slide. It is moved each frame, beside Preact. */
function Position({ player: { clock, words, direction, dispatch } }: { readonly player: Player }) {
  const bar = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      clock.follow((time) => {
        const shown = `${clockText(time)} / ${clockText(clock.length)}`;
        if (bar.current !== null) {
          bar.current.max = String(clock.length);
          bar.current.value = String(time);
        }
        if (text.current !== null && text.current.textContent !== shown) {
          text.current.textContent = shown;
          bar.current?.setAttribute('aria-valuetext', shown);
        }
      }),
    [clock],
  );
  const forward = direction === 'rtl' ? -1 : 1;
  const ways: Readonly<Record<string, number>> = {
    ArrowUp: 1,
    ArrowDown: -1,
    ArrowRight: forward,
    ArrowLeft: -forward,
  };
  const step = (event: KeyboardEvent): void => {
    const way = ways[event.key];
    if (way === undefined) return;
    event.preventDefault();
    dispatch({ type: 'sought', at: Math.min(Math.max(clock.time + way * stepSeconds, 0), clock.length) });
  };
  return (
    <div class="position" dir={direction}>
      <input
        ref={bar}
        type="range"
        min="0"
        step="0.1"
        aria-label={words.position}
        onKeyDown={step}
        onInput={({ currentTarget }) => dispatch({ type: 'sought', at: Number(currentTarget.value) })}
      />
      <span ref={text} class="hint" dir="ltr" />
    </div>
  );
}
