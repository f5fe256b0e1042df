/** @jsxImportSource preact */
import type { Words } from '../words/english.ts';
import type { Offline } from './use-offline.ts';

interface OfflineStatusProps {
  readonly offline: Offline;
  readonly words: Words;
}

/**
 * Shows that there is no network, which choices wait for it, and which were refused. Screen readers announce changes.
 */
export function OfflineStatus({ offline, words }: OfflineStatusProps) {
  const { isOffline, waiting, refused, dismiss } = offline;
  return (
    <div class="offline" role="status" aria-live="polite">
      {isOffline && <p>{words.offline}</p>}
      {waiting.length > 0 && <p>{words.waiting(waiting.length)}</p>}
      {refused !== null && (
        <p class="refused">
          {refused.choice.kind === 'signature' ? words.signatureRefused : words.choiceRefused}{' '}
          <button class="secondary" type="button" onClick={dismiss}>
            {words.close}
          </button>
        </p>
      )}
    </div>
  );
}
