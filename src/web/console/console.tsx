/** @jsxImportSource preact */
import { Provider } from '@urql/preact';
import { ErrorBoundary, LocationProvider, Route, Router } from 'preact-iso';
import { useEffect, useMemo } from 'preact/hooks';
import type { Session, Visitor } from '../session/session.ts';
import { SignIn } from '../session/sign-in.tsx';
import { useVisitor } from '../session/use-visitor.ts';
import { createConsoleClient } from './api/client.ts';
import { StreamsContext } from './api/streams.ts';
import { Toasts } from './controls/toasts.tsx';
import { UnsavedQuestion } from './drafts/unsaved.tsx';
import { Home } from './home.tsx';
import { Missing } from './missing.tsx';
import { Navigation } from './navigation.tsx';
import { screens } from './screens.ts';
import { useMay, VisitorProvider } from './visitor.ts';

interface ConsoleProps {
  readonly session: Session;
}

/** The pages of the team at /app: they use the public API, through the session of the browser. */
export function Console({ session }: ConsoleProps) {
  const visitor = useVisitor(session);
  if (visitor === undefined) return <main aria-busy="true" />;
  if (visitor.is === 'unknown') {
    return (
      <main class="gate">
        <h1>Deckcast</h1>
        <p>Sign in to author decks, present them and watch what happens.</p>
        <SignIn session={session} visitor={visitor} />
      </main>
    );
  }
  return <SignedIn session={session} visitor={visitor} />;
}

/** Another visitor gets a client of their own: nothing that one has read is shown to the next. */
function SignedIn({ session, visitor }: ConsoleProps & { readonly visitor: Visitor }) {
  const client = useMemo(() => createConsoleClient(session), [session, visitor]);
  useEffect(() => client.close, [client]);
  return (
    <VisitorProvider value={visitor}>
      <Provider value={client.urql}>
        <StreamsContext.Provider value={client}>
          <LocationProvider scope={/^\/app(?:[/?]|$)/}>
            <a class="skip" href="#main">
              Skip to the content
            </a>
            <div class="shell">
              <Navigation connection={client.connection}>
                <SignIn session={session} visitor={visitor} />
              </Navigation>
              <main id="main" tabIndex={-1}>
                <ErrorBoundary>
                  <Screens />
                </ErrorBoundary>
              </main>
            </div>
            <UnsavedQuestion />
            <Toasts />
          </LocationProvider>
        </StreamsContext.Provider>
      </Provider>
    </VisitorProvider>
  );
}

function Screens() {
  const may = useMay();
  return (
    <Router onRouteChange={() => document.getElementById('main')?.focus({ preventScroll: true })}>
      <Route path="/app" component={Home} />
      {screens
        .filter(({ needs }) => needs.every(may))
        .map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
      <Route default component={Missing} />
    </Router>
  );
}
