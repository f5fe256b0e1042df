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
