/** @jsxImportSource preact */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../brand/notice.tsx';
import { isHandedOver } from '../contract/handed.ts';
import { Session, type Visitor } from '../session/session.ts';
import { GuestApi, Refusal } from '../story/api.ts';
import type { Presentation } from '../story/answers.ts';
import { Desk } from './desk.tsx';
import { presenterWordsFor } from './words.ts';
import './presenter.css';

/** What the window of the presenter has once its link is open. It counts as no visit, and nothing is kept of it. */
interface Open {
  readonly api: GuestApi;
  readonly presentation: Presentation;
}

const session = new Session();

/**
 * Shows the window of the presenter. It takes the link of the homeowner, and the session of a seller. A device that is handed
 * over has that session, too: there the page of the link is shown, with the contract alone.
 */
export function showPresenter(root: HTMLElement): void {
  render(<Entrance />, root);
}

function Entrance() {
  const [visitor, setVisitor] = useState<Visitor | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [refusal, setRefusal] = useState<number | null>(null);
  const words = presenterWordsFor(navigator.language);
  useEffect(() => {
    const see = (): void => setVisitor(session.visitor());
    const leave = session.subscribe(see);
    void session.look().then(see);
    const api = new GuestApi(location.pathname.slice('/p/'.length));
    api.presentation().then(
      (presentation) => {
        if (isHandedOver(presentation.presentationId)) location.replace(location.pathname);
        else setOpen({ api, presentation });
      },
      (error: unknown) => setRefusal(error instanceof Refusal ? error.status : 0),
    );
    return leave;
  }, []);
  useEffect(() => {
    document.title = words.title;
  }, []);
  if (refusal !== null) return <Notice text={refusal === 0 ? words.unreachable : words.closedLink} />;
  if (visitor === null || open === null) return <Notice text={words.loading} />;
  if (visitor.is === 'unknown') return <SignIn />;
  return <Desk {...open} session={session} words={words} />;
}

/** The seller's key becomes a session; the page keeps no key. */
function SignIn() {
  const words = presenterWordsFor(navigator.language);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    const key = new FormData(event.currentTarget as HTMLFormElement).get('key');
    if (typeof key === 'string') void session.signIn(key.trim()).then(setRefusal);
  };
  return (
    <Notice text={words.signIn}>
      <form class="sign-in" onSubmit={submit}>
        <label>
          {words.key}
          <input class="field" name="key" type="password" autoComplete="off" required />
        </label>
        <button class="primary" type="submit">
          {words.doSignIn}
        </button>
        <output>{refusal}</output>
      </form>
    </Notice>
  );
}
