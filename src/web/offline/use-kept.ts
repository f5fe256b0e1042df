import { useEffect, useRef, useState } from 'preact/hooks';
import type { Contract, Presentation } from '../story/answers.ts';
import type { Signing } from '../worker/kept.ts';
import { isKeeping, keep, readSigning } from './device.ts';
import type { Opened } from './opening.ts';

/** How long a change settles until it is kept, in milliseconds. */
const settleMs = 500;

/** Keeps what the server answered. @returns what may be signed without a network */
export function useKept(
  { token, ...opened }: Opened,
  presentation: Presentation,
  contracts: readonly Contract[] | null,
  isOffline: boolean,
): Signing | null {
  const [signing, setSigning] = useState(opened.signing);
  const isOpening = useRef(true);
  useEffect(() => {
    if (!isKeeping || isOffline || !presentation.canSign || contracts === null) return;
    let isLatest = true;
    readSigning(contracts).then(
      (found) => isLatest && setSigning(found),
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [contracts, isOffline]);
  useEffect(() => {
    if (!isKeeping || isOffline) return;
    const run = (): void => {
      // Where the browser has no room or forbids it, the page works with a network alone.
      keep({ token, keptAt: Date.now(), presentation, signing }, isOpening.current).catch(() => undefined);
      isOpening.current = false;
    };
    const timer = setTimeout(run, settleMs);
    return () => clearTimeout(timer);
  }, [presentation, signing, isOffline]);
  return signing;
}
