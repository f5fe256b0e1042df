/** @jsxImportSource preact */
import { SharedLink } from './shared-link.tsx';
import type { Shown } from './use-presentation.ts';

/** The presentation's own link, which only views. */
export function PlayerLink({ presentation: { playerUrl } }: { readonly presentation: Shown }) {
  if (playerUrl === undefined) return null;
  return (
    <section class="card stack" aria-labelledby="player">
      <h2 id="player">Show it</h2>
      {playerUrl === null ? (
        <p class="hint">Its own link was revoked. Make another link below.</p>
      ) : (
        <SharedLink url={playerUrl} label="Link that views" />
      )}
    </section>
  );
}
