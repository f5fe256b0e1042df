/** @jsxImportSource preact */
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { Session, Visitor } from './session.ts';

interface SignInProps {
  readonly session: Session;
  readonly visitor: Visitor;
}

/** Signs the browser in and out, where authentication is on. */
export function SignIn({ session, visitor }: SignInProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSent, setSent] = useState(false);
  if (visitor.is === 'free') return null;
  if (visitor.is === 'known') {
    return (
      <p class="visitor">
        <span>Signed in by {visitor.holder}</span>
        <button type="button" onClick={() => void session.signOut()}>
          Sign out
        </button>
      </p>
    );
  }
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSent) return;
    const key = new FormData(event.currentTarget).get('key');
    if (typeof key !== 'string') return;
    setSent(true);
    setRefusal(await session.signIn(key.trim()));
    setSent(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <label for="key">API key or token, to see what is here</label>
      <input id="key" name="key" type="password" autocomplete="off" required aria-describedby="refusal" />
      <button type="submit" aria-disabled={isSent}>
        Sign in
      </button>
      <output id="refusal">{refusal}</output>
    </form>
  );
}
