/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { clockText } from '../words/amounts.ts';
import type { PresenterWords } from './words.ts';

/** The time since the presentation was first started. */
export function Timer({ isRunning, words }: { readonly isRunning: boolean; readonly words: PresenterWords }) {
  const [since, setSince] = useState<number | null>(null);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (isRunning && since === null) setSince(performance.now());
  }, [isRunning, since]);
  useEffect(() => {
    if (since === null) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <p class="timer">
      <span role="timer" aria-label={words.elapsed} title={words.elapsed}>
        {clockText(since === null ? 0 : Math.max(0, now - since) / 1_000)}
      </span>
      <button class="secondary" type="button" onClick={() => setSince(null)}>
        {words.reset}
      </button>
    </p>
  );
}
