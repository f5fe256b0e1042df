/** @jsxImportSource preact */
import { useLocation } from 'preact-iso';
import { useRef, useState } from 'preact/hooks';
import { randomId } from '../../story/random-id.ts';
import { Dialog } from '../controls/dialog.tsx';
import { toast } from '../controls/toasts.tsx';
import { useSessionHeaders } from '../visitor.ts';
import { importDeck, type Refused, unanswered } from './deck-files.ts';

/** Makes a deck of a file that is chosen, and opens it. */
export function ImportDeck() {
  const { route } = useLocation();
  const headers = useSessionHeaders();
  const chooser = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const attempt = useRef<{ readonly of: string; readonly key: string } | null>(null);
  /** A file whose import may have been lost has the same key again, so that it becomes one deck. */
  const keyOf = ({ name, size, lastModified }: File): string => {
    const of = `${name} ${size} ${lastModified}`;
    if (attempt.current?.of !== of) attempt.current = { of, key: randomId() };
    return attempt.current.key;
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined || isBusy) return;
    setBusy(true);
    const made = await importDeck(file, keyOf(file), headers);
    setBusy(false);
    if (made !== unanswered) attempt.current = null;
    if ('reason' in made) return setRefused(made);
    toast('The deck is imported.');
    route(`/app/decks/${made.id}`);
  };
  return (
    <>
      <button type="button" aria-disabled={isBusy} onClick={() => !isBusy && chooser.current?.click()}>
        {isBusy ? 'Importing…' : 'Import'}
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="Deck file"
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          // The same file may be chosen once more after it was corrected.
          currentTarget.value = '';
        }}
      />
      {refused !== null && (
        <Dialog title="The file is not imported" onClose={() => setRefused(null)}>
          <p role="alert">{refused.reason}</p>
          <ul>
            {refused.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
