import { useEffect } from 'preact/hooks';

/** Names the screen in the tab of the browser. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Deckcast`;
  }, [title]);
}
