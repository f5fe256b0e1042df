import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Schemas } from '../story/answers.ts';
import { csrfHeaders, type Visitor } from '../session/session.ts';

/** What a key permits. */
export type Scope = Schemas['Session']['scopes'][number];

const VisitorContext = createContext<Visitor>({ is: 'unknown' });

/** Gives the screens their visitor. */
export const VisitorProvider = VisitorContext.Provider;

/**
 * Whether the visitor holds a scope: `admin` contains all, the right to write contains that to read. The server decides; screens
 * leave out what it would refuse.
 */
export function useMay(): (scope: Scope) => boolean {
  const visitor = useContext(VisitorContext);
  const held = visitor.is === 'unknown' ? [] : visitor.scopes;
  return (scope) => held.some((one) => one === 'admin' || one === scope || one === scope.replace(/:read$/, ':write'));
}

/** What requests over REST send beside the cookie of the session. */
export function useSessionHeaders(): Readonly<Record<string, string>> {
  return csrfHeaders(useContext(VisitorContext));
}
