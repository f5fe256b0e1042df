/** @jsxImportSource preact */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Session } from '../session/session.ts';
import { SignIn } from '../session/sign-in.tsx';
import { useRead, useVisitor } from '../session/use-visitor.ts';
import { Contents } from './contents.tsx';
import { ApiDocument, type Printed } from './document.ts';
import { OperationPage } from './operation.tsx';
import { Text } from './text.tsx';

const path = '/api/openapi.json';

const operationInUrl = (): string => decodeURIComponent(location.hash.slice(1));

/** Reads the document for the visitor of a session. @returns why there is none */
async function readDocument(): Promise<ApiDocument | string> {
  try {
    const response = await fetch(path);
    if (response.ok) return new ApiDocument((await response.json()) as Printed);
    const { detail } = (await response.json()) as { readonly detail?: string };
    return detail ?? `The server answered ${response.status}.`;
  } catch {
    return 'The server has not answered. Load this page again in a moment.';
  }
}

/** The operation that the URL names, so that each has a link. */
function useNamed(): string {
  const [named, setNamed] = useState(operationInUrl);
  useEffect(() => {
    const look = (): void => setNamed(operationInUrl());
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return named;
}

function Reference({ session }: { readonly session: Session }) {
  const visitor = useVisitor(session);
  const { found: api, isBusy } = useRead(visitor, readDocument);
  const named = useNamed();
  const operation = api instanceof ApiDocument ? api.operation(named) : undefined;
  useEffect(() => {
    document.title = `${operation === undefined ? '' : `${operation.summary} · `}Deckcast API reference`;
  }, [operation]);
  return (
    <div class={operation === undefined ? 'page' : 'page is-one'} aria-busy={isBusy}>
      <header>
        <h1>
          <a href="#">Deckcast API</a>
        </h1>
        {visitor !== undefined && <SignIn session={session} visitor={visitor} />}
      </header>
      {typeof api === 'string' && <p role="alert">{api}</p>}
      {api instanceof ApiDocument && (
        <>
          <Contents api={api} current={named} />
          <main>
            {operation === undefined ? (
              <Start api={api} named={named} />
            ) : (
              <OperationPage api={api} operation={operation} session={session} />
            )}
          </main>
        </>
      )}
    </div>
  );
}

/** What is shown while no operation is. */
function Start({ api, named }: { readonly api: ApiDocument; readonly named: string }) {
  const { title, version, description } = api.info;
  return (
    <>
      <h2>
        {title} {version}
      </h2>
      {named !== '' && <p role="status">There is no operation {named}.</p>}
      <p>
        <Text of={description} />
      </p>
      <dl class="groups">
        {api.groups.map((group) => (
          <div key={group.name}>
            <dt>{group.name}</dt>
            <dd>{group.description}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={path}>OpenAPI document</a>, <a href="/api/asyncapi.json">AsyncAPI document</a>,{' '}
        <a href="/graphql/schema.graphql">GraphQL schema</a>, <a href="/">start page</a>
      </p>
    </>
  );
}

const root = document.getElementById('root');
if (root !== null) render(<Reference session={new Session()} />, root);
