/** @jsxImportSource preact */
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { PlaceholderInput } from './placeholder-input.tsx';

interface BulletsProps {
  readonly bullets: readonly string[];
  readonly names: readonly string[];
  readonly isReadOnly: boolean;
  readonly onChange: (bullets: readonly string[]) => void;
}

/** The bullets as lines: Enter begins the next one, Backspace removes an empty one, Alt and an arrow move one. */
export function Bullets({ bullets, names, isReadOnly, onChange }: BulletsProps) {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<number | null>(null);
  const hint = useId();
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelectorAll<HTMLElement>('textarea')[wanted.current]?.focus();
    wanted.current = null;
  }, [bullets]);
  const become = (next: readonly string[], focus: number): void => {
    wanted.current = focus;
    onChange(next);
  };
  const write = (at: number, text: string): void => {
    const lines = text.split(/\r?\n/);
    if (lines.length === 1) onChange(bullets.with(at, text));
    else become(bullets.toSpliced(at, 1, ...lines), at + lines.length - 1);
  };
  const press = (event: KeyboardEvent, at: number): void => {
    const area = event.currentTarget as HTMLTextAreaElement;
    const [from, to] = [area.selectionStart, area.selectionEnd];
    const text = bullets[at] ?? '';
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      become(bullets.toSpliced(at, 1, text.slice(0, from), text.slice(to)), at + 1);
    } else if (event.key === 'Backspace' && text === '') {
      event.preventDefault();
      become(bullets.toSpliced(at, 1), Math.max(0, at - 1));
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const next = at + (event.key === 'ArrowUp' ? -1 : 1);
      if (next >= 0 && next < bullets.length) become(bullets.toSpliced(at, 1).toSpliced(next, 0, text), next);
    }
  };
  return (
    <fieldset class="editor-bullets">
      <legend>Bullets</legend>
      <ol ref={list}>
        {bullets.map((bullet, at) => (
          <li key={at}>
            <PlaceholderInput
              label={`Bullet ${at + 1}`}
              isLabelHidden
              rows={1}
              value={bullet}
              names={names}
              maxLength={1_000}
              readOnly={isReadOnly}
              described={hint}
              onChange={(text) => write(at, text)}
              onKeyDown={(event) => press(event, at)}
            />
            {!isReadOnly && (
              <button
                type="button"
                class="plain"
                aria-label={`Remove bullet ${at + 1}`}
                onClick={() => become(bullets.toSpliced(at, 1), Math.max(0, at - 1))}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ol>
      {!isReadOnly && (
        <>
          <button type="button" onClick={() => become([...bullets, ''], bullets.length)}>
            Add bullet
          </button>
          <p class="hint" id={hint}>
            Enter adds the next bullet. Alt with an arrow key moves one.
          </p>
        </>
      )}
    </fieldset>
  );
}
