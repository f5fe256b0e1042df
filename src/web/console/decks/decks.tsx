/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Empty } from '../controls/empty.tsx';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTitle } from '../controls/title.ts';
import { useMay } from '../visitor.ts';
import { DecksDocument } from './decks.graphql.ts';
import { NewDeck } from './new-deck.tsx';

const pageLength = 50;

/** All decks, the newest first. */
export function Decks() {
  useTitle('Decks');
  const may = useMay();
  const [isNew, setNew] = useState(false);
  const [{ data, error }, read] = useQuery({ query: DecksDocument, variables: { first: pageLength } });
  const decks = data?.decks;
  return (
    <>
      <header class="heading">
        <h1>Decks</h1>
        {may('decks:write') && (
          <button type="button" class="primary" onClick={() => setNew(true)}>
            New deck
          </button>
        )}
      </header>
      <Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />
      {decks === undefined && error === undefined && <Skeleton />}
      {decks?.nodes.length === 0 && (
        <Empty title="No deck yet">
          A deck is what you show in the home: slides with narration, and good, better and best prices.
        </Empty>
      )}
      {decks && decks.nodes.length > 0 && (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" class="number">
                Slides
              </th>
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody>
            {decks.nodes.map(({ id, name, slideCount, updatedAt }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={`/app/decks/${id}`}>{name}</a>
                </th>
                <td class="number">{slideCount}</td>
                <td>
                  <Moment at={updatedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isNew && <NewDeck onClose={() => setNew(false)} />}
    </>
  );
}
