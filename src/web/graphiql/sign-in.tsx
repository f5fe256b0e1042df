import { useGraphiQLActions } from '@graphiql/react';
import { type SyntheticEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Session } from '../session/session.ts';

/** Above GraphiQL where authentication is on: signs the browser in and out. */
export function SignIn({ session }: { session: Session }) {
  const visitor = useSyncExternalStore(session.subscribe, session.visitor);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (visitor.is === 'free') return null;
  if (visitor.is === 'known') {
    return (
      <div className="sign-in">
        <span>Signed in by {visitor.holder}</span>
        <button type="button" onClick={() => void session.signOut()}>
          Sign out
        </button>
      </div>
    );
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const key = new FormData(event.currentTarget).get('key');
    if (typeof key === 'string') void session.signIn(key.trim()).then(setRefusal);
  };
  return (
    <form className="sign-in" onSubmit={submit}>
      <label htmlFor="key">API key or token</label>
      <input id="key" name="key" type="password" autoComplete="off" required aria-describedby="refusal" />
      <button type="submit">Sign in</button>
      <output id="refusal">{refusal}</output>
    </form>
  );
}

/** Reads the schema again for who has just signed in. */
export function KeepSchema({ session }: { session: Session }) {
  const { introspect } = useGraphiQLActions();
  const visitor = useSyncExternalStore(session.subscribe, session.visitor);
  const read = useRef(visitor);
  useEffect(() => {
    if (read.current === visitor) return;
    read.current = visitor;
    void introspect();
  }, [visitor, introspect]);
  return null;
}
