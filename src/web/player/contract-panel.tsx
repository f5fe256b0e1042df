/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { SignPanel } from '../contract/sign-panel.tsx';
import { fillScreen } from './keys.ts';
import { Panel } from './panels.tsx';
import type { Player } from './player.ts';

let loaded: typeof SignPanel | null = null;

/** Loads the part of the page that shows and signs contracts, a file of its own. */
export async function loadSignPanel(): Promise<typeof SignPanel> {
  loaded ??= (await import('../contract/sign-panel.tsx')).SignPanel;
  return loaded;
}

/**
 * The contracts of the link, when their panel is open. Their file is loaded once the first slide is on the screen: before
 * anybody requests it, because the network may be gone by then.
 */
export function ContractPanel({ player }: { readonly player: Player }) {
  const { state, words, offline, isShown } = player;
  const [Found, setFound] = useState(() => loaded);
  const [hasFailed, setFailed] = useState(false);
  const isOpen = state.panel === 'sign';
  useEffect(() => {
    if (Found !== null || !(isShown || isOpen)) return;
    setFailed(false);
    loadSignPanel().then(
      (panel) => setFound(() => panel),
      () => setFailed(true),
    );
  }, [isShown, isOpen, offline.isOffline]);
  if (!isOpen) return null;
  if (Found === null) {
    return (
      <Panel title={words.contract} player={player}>
        <p role="alert">{hasFailed && words.unanswered}</p>
      </Panel>
    );
  }
  return (
    <Found
      page={player}
      frame={(content) => (
        <Panel title={words.contract} player={player}>
          {content}
        </Panel>
      )}
      onHand={(isGiven) => void fillScreen(isGiven)}
    />
  );
}
