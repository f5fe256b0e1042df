/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';

/** One message at the edge of the screen. */
interface Toast {
  readonly id: number;
  readonly text: string;
  /** What undoes it, for as long as the message is shown. */
  readonly undo?: (() => void) | undefined;
}

const shownMs = 8_000;
let lastId = 0;
let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

function become(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message for a few seconds: what was done and can be undone, or what could not be done and was rolled back. */
export function toast(text: string, undo?: () => void): void {
  lastId += 1;
  const id = lastId;
  become([...toasts.slice(-2), { id, text, undo }]);
  setTimeout(() => dismiss(id), shownMs);
}

const dismiss = (id: number): void => become(toasts.filter((one) => one.id !== id));

/** The messages, read out as they come. */
export function Toasts() {
  const [shown, setShown] = useState(toasts);
  useEffect(() => {
    const look = (): void => setShown(toasts);
    listeners.add(look);
    return () => void listeners.delete(look);
  }, []);
  return (
    <ul class="toasts" aria-live="polite" aria-label="Messages">
      {shown.map(({ id, text, undo }) => (
        <li key={id}>
          <span>{text}</span>
          {undo !== undefined && (
            <button
              type="button"
              class="plain"
              onClick={() => {
                undo();
                dismiss(id);
              }}
            >
              Undo
            </button>
          )}
          <button type="button" class="plain" onClick={() => dismiss(id)}>
            Dismiss
          </button>
        </li>
      ))}
    </ul>
  );
}
