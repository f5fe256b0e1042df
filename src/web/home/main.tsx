/** @jsxImportSource preact */
import { render } from 'preact';
import { Session } from '../session/session.ts';
import { Apis } from './apis.tsx';
import { readOverview } from './overview.ts';
import { Shown } from './shown.tsx';
import { SignIn } from '../session/sign-in.tsx';
import { useRead, useVisitor } from '../session/use-visitor.ts';

function Home({ session }: { readonly session: Session }) {
  const visitor = useVisitor(session);
  const { found: here, isBusy } = useRead(visitor, () => readOverview(session), visitor);
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
