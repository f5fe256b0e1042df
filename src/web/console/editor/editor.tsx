/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { useRoute } from 'preact-iso';
import { Empty } from '../controls/empty.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { DeckFrame } from './deck-frame.tsx';
import { EditedDeckDocument } from './editor.graphql.ts';

/** The slides of one deck. */
export function Editor() {
  const { params } = useRoute();
  const deckId = params['deckId'] ?? '';
  const [{ data, error }] = useQuery({ query: EditedDeckDocument, variables: { deckId } });
  const slides = data?.deck?.slides;
  return (
    <DeckFrame deckId={deckId}>
      <Refusal error={error} />
      {slides?.length === 0 && (
        <Empty title="No slide yet">A slide has a title, bullets, an image and a narration.</Empty>
      )}
      <ol class="card stack">
        {slides?.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ol>
    </DeckFrame>
  );
}
