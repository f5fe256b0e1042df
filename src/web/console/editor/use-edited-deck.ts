import { useClient } from '@urql/preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { toast } from '../controls/toasts.tsx';
import { EditedDeck, type Shown } from './edited-deck.ts';
import { EditedDeckChangedDocument, EditedDeckDocument } from './editor.graphql.ts';
import { Sender } from './saving.ts';

/** A deck that is being edited, and what is shown of it: others' changes arrive by a stream. */
export function useEditedDeck(deckId: string): { readonly deck: EditedDeck; readonly shown: Shown } {
  const client = useClient();
  const deck = useMemo(() => new EditedDeck(deckId, new Sender(client), toast), [client, deckId]);
  const [shown, setShown] = useState(deck.shown);
  useEffect(() => {
    setShown(deck.shown());
    const ends = [deck.subscribe(() => setShown(deck.shown()))];
    const query = client.query(EditedDeckDocument, { deckId }, { requestPolicy: 'cache-and-network' });
    const read = query.subscribe(({ data }) => data !== undefined && deck.receive(data.deck));
    const stream = client.subscription(EditedDeckChangedDocument, { deckId });
    const live = stream.subscribe(({ data }) => data !== undefined && deck.receive(data.deckChanged));
    ends.push(read.unsubscribe, live.unsubscribe);
    const flush = (): void => deck.flush();
    addEventListener('online', flush);
    addEventListener('pagehide', flush);
    return () => {
      for (const end of ends) end();
      removeEventListener('online', flush);
      removeEventListener('pagehide', flush);
      // It goes on by itself until all is stored.
      deck.flush();
    };
  }, [client, deck, deckId]);
  useEffect(() => {
    if (shown.state === 'saved') return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [shown.state === 'saved']);
  return { deck, shown };
}
