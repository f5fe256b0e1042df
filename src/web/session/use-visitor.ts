import { useEffect, useState } from 'preact/hooks';
import type { Session, Visitor } from './session.ts';

/** The visitor of a session; undefined until the server has answered. */
export function useVisitor(session: Session): Visitor | undefined {
  const [visitor, setVisitor] = useState<Visitor>();
  useEffect(() => {
    const look = (): void => setVisitor(session.visitor());
    void session.look().then(look);
    return session.subscribe(look);
  }, [session]);
  return visitor;
}

/**
 * Reads what a page shows to its visitors alone.
 *
 * @param again what it is read again for when it changes, beside a sign-in
 * @returns what was read: undefined until then, and from the frame of a sign-out on; and whether it is still waited for
 */
export function useRead<Found>(
  visitor: Visitor | undefined,
  read: () => Promise<Found>,
  again?: unknown,
): { readonly found: Found | undefined; readonly isBusy: boolean } {
  const [found, setFound] = useState<Found>();
  const isKnown = visitor !== undefined && visitor.is !== 'unknown';
  useEffect(() => {
    if (!isKnown) return setFound(undefined);
    let isCurrent = true;
    void read().then((value) => isCurrent && setFound(() => value));
    return () => {
      isCurrent = false;
    };
  }, [isKnown, again]);
  // The state is emptied after the frame in which a visitor signs out.
  const shown = isKnown ? found : undefined;
  return { found: shown, isBusy: visitor === undefined || (isKnown && shown === undefined) };
}
