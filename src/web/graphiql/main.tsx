import './inline-styles.ts'; // before all that makes styles
import { GraphiQL } from 'graphiql';
import 'graphiql/setup-workers/vite';
import { createRoot } from 'react-dom/client';
import { createFetcher } from './fetcher.ts';
import { linkedIn } from './link.ts';
import { KeepLive, LiveOperations } from './live.tsx';
import { LastAnswer } from './measured.ts';
import { Session } from '../session/session.ts';
import { KeepSchema, SignIn } from './sign-in.tsx';
import { storage } from './storage.ts';
import { tabs } from './tabs.ts';
import { CopyLink, Examples, Foot, OperationOfLink } from './tools.tsx';
// Not 'graphiql/style.css': that file repeats the editor's own styles and carries 360 kB of fonts.
import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import 'graphiql/graphiql.css';
import './page.css';

const live = new LiveOperations();
const session = new Session();
const lastAnswer = new LastAnswer();
const fetcher = createFetcher(live, session, lastAnswer);
const linked = linkedIn(location.search);
// What is edited now is no longer what the URL says: Copy link writes it anew.
if (linked !== null) history.replaceState(null, '', location.pathname);
const isSmall = matchMedia('(max-width: 720px), (max-height: 560px)').matches;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
// GraphiQL reads the schema as soon as it is there, by the session that the browser may have. Without an `await` of the
// module: where there is one, the bundler joins no chunks of any page.
const show = (): void =>
  createRoot(root).render(
    <>
      <SignIn session={session} />
      {/* API keys typed into the header editor stay in memory: see also storage.ts. */}
      <GraphiQL
        fetcher={fetcher}
        {...(linked !== null && { initialQuery: linked.query, initialVariables: linked.variables })}
        defaultTabs={linked === null ? tabs : [linked, ...tabs]}
        defaultEditorToolsVisibility={isSmall ? false : 'variables'}
        shouldPersistHeaders={false}
        storage={storage}
      >
        <GraphiQL.Logo>Deckcast</GraphiQL.Logo>
        <GraphiQL.Toolbar>
          {({ prettify, merge, copy }) => (
            <>
              {prettify}
              {merge}
              {copy}
              <CopyLink />
              <Examples />
            </>
          )}
        </GraphiQL.Toolbar>
        <GraphiQL.Footer>
          <Foot lastAnswer={lastAnswer} />
        </GraphiQL.Footer>
        <OperationOfLink linked={linked} />
        <KeepLive live={live} />
        <KeepSchema session={session} />
      </GraphiQL>
    </>,
  );
void session.look().then(show);
