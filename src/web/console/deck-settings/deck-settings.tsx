/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { useRoute } from 'preact-iso';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { DeckFrame } from '../editor/deck-frame.tsx';
import { SettingsOfDeckDocument } from './deck-settings.graphql.ts';
import { SettingsForm } from './settings-form.tsx';

/** The settings of one deck. */
export function DeckSettings() {
  const { params } = useRoute();
  const deckId = params['deckId'] ?? '';
  const [{ data, error }, read] = useQuery({ query: SettingsOfDeckDocument, variables: { deckId } });
  return (
    <DeckFrame deckId={deckId}>
      <Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />
      {data === undefined && error === undefined && <Skeleton />}
      {data?.deck && <SettingsForm key={deckId} deck={data.deck} />}
    </DeckFrame>
  );
}
