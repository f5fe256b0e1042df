import { useEffect, useRef } from 'preact/hooks';

/** Takes the keys that undo and redo from the fields of the browser: the editor undoes across all of them. */
export function useUndoKeys(again: (kind: 'undo' | 'redo') => void, isOn: boolean): void {
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const isElsewhere = target instanceof Element && target.closest('dialog, .editor-sample') !== null;
      if (!(ctrlKey || metaKey) || altKey || isElsewhere) return;
      const kind = key.toLowerCase() === 'z' ? (shiftKey ? 'redo' : 'undo') : key.toLowerCase() === 'y' ? 'redo' : null;
      if (kind === null) return;
      event.preventDefault();
      latest.current(kind);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}
