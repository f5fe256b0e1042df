/** @jsxImportSource preact */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Session, type Visitor } from '../session/session.ts';
import { Apis } from './apis.tsx';
import { type Overview, readOverview } from './overview.ts';
import { Shown } from './shown.tsx';
import { SignIn } from '../session/sign-in.tsx';
import { useVisitor } from '../session/use-visitor.ts';

/** What the page knows of its visitor, and of what is here; undefined until an answer has come. */
function useHere(session: Session): {
  readonly visitor: Visitor | undefined;
  readonly here: Overview | null | undefined;
} {
  const visitor = useVisitor(session);
  const [here, setHere] = useState<Overview | null>();
  const isKnown = visitor !== undefined && visitor.is !== 'unknown';
  useEffect(() => {
    if (!isKnown) return setHere(undefined);
    let isCurrent = true;
    void readOverview(session).then((found) => isCurrent && setHere(found));
    return () => {
      isCurrent = false;
    };
  }, [session, visitor]);
  // The state is emptied after the frame in which a visitor signs out.
  return { visitor, here: isKnown ? here : undefined };
}

function Home({ session }: { readonly session: Session }) {
  const { visitor, here } = useHere(session);
  const isBusy = visitor === undefined || (visitor.is !== 'unknown' && here === undefined);
  return (
    <main aria-busy={isBusy}>
      <h1>Deckcast</h1>
      <p>Presentation decks for people who sell in the home: narrated, priced and signed, over REST and GraphQL.</p>
      <p>
        <a class="button" href="/app">
          Open the console
        </a>
      </p>
      {visitor !== undefined && <SignIn session={session} visitor={visitor} />}
      {here === null && <p role="alert">The server has not answered. Load this page again in a moment.</p>}
      {here && <Shown here={here} />}
      {/* Behind all that is read: nothing moves down once it is shown. */}
      {!isBusy && (
        <Apis hasGraphiql={document.querySelector<HTMLMetaElement>('meta[name=graphiql]')?.content === 'yes'} />
      )}
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null) render(<Home session={new Session()} />, root);
