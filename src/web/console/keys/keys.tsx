/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Empty } from '../controls/empty.tsx';
import { Moment } from '../controls/moment.tsx';
import { type Page, Pages } from '../controls/pages.tsx';
import { useTitle } from '../controls/title.ts';
import { IssuedToken } from './issued-token.tsx';
import { KeyActions } from './key-actions.tsx';
import { ApiKeysDocument, type ApiKeyRowFragment } from './keys.graphql.ts';
import { NewKey } from './new-key.tsx';
import { wordOf } from './scopes.ts';

function useKeys(after: string | null): Page<ApiKeyRowFragment> {
  const [{ data, error }, read] = useQuery({ query: ApiKeysDocument, variables: { first: 50, after } });
  return { page: data?.apiKeys, error, read };
}

/** Who and what uses the API: the keys, their scopes and when they were last used. */
export function Keys() {
  useTitle('Keys');
  const [isNew, setNew] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const issue = (issued: string): void => {
    setNew(false);
    setToken(issued);
  };
  return (
    <>
      <header class="heading">
        <h1>Keys</h1>
        <button type="button" class="primary" onClick={() => setNew(true)}>
          New key
        </button>
      </header>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Scopes</th>
            <th scope="col">Last used</th>
            <th scope="col">State</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <Pages
          usePage={useKeys}
          columns={5}
          empty={
            <Empty title="No key yet">
              Give each program and each person a key of their own: its scopes say what it may do, and it can be revoked
              alone.
            </Empty>
          }
          row={(key) => (
            <tr key={key.id}>
              <th scope="row">
                {key.name}
                <span class="hint"> dc_{key.prefix}…</span>
              </th>
              <td data-label="Scopes">
                {key.scopes.map(wordOf).join(', ')}
                {key.deckIds !== null && <span class="hint">, {decksOf(key.deckIds.length)}</span>}
              </td>
              <td data-label="Last used">{key.lastUsedAt === null ? 'never' : <Moment at={key.lastUsedAt} />}</td>
              <td data-label="State">
                <State apiKey={key} />
              </td>
              <td>{key.revokedAt === null && <KeyActions apiKey={key} onIssue={issue} />}</td>
            </tr>
          )}
        />
      </table>
      {isNew && <NewKey onClose={() => setNew(false)} onIssue={issue} />}
      {token !== null && <IssuedToken token={token} onClose={() => setToken(null)} />}
    </>
  );
}

const decksOf = (count: number): string => (count === 1 ? 'one deck alone' : `${count} decks alone`);

function State({ apiKey: { revokedAt, expiresAt, previousUntil } }: { readonly apiKey: ApiKeyRowFragment }) {
  if (revokedAt !== null) return <span class="badge alarm">Revoked</span>;
  if (expiresAt !== null && new Date(expiresAt) <= new Date()) return <span class="badge warn">Expired</span>;
  return (
    <>
      <span class="badge good">Valid</span>
      {expiresAt !== null && (
        <span class="hint">
          {' '}
          expires <Moment at={expiresAt} />
        </span>
      )}
      {previousUntil !== null && new Date(previousUntil) > new Date() && (
        <span class="hint">
          {' '}
          value before it ends <Moment at={previousUntil} />
        </span>
      )}
    </>
  );
}
