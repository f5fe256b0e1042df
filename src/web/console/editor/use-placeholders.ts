import { useClient } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { DeckPlaceholdersDocument } from './editor.graphql.ts';
import type { UnknownPlaceholder } from './placeholder-faults.tsx';

/** The placeholders of a deck that nothing fills in, read again once a version of the deck is stored. */
export function useUnknownPlaceholders(deckId: string, version: number): readonly UnknownPlaceholder[] {
  const client = useClient();
  const [unknown, setUnknown] = useState<readonly UnknownPlaceholder[]>([]);
  useEffect(() => {
    if (version < 0) return;
    const query = client.query(DeckPlaceholdersDocument, { deckId }, { requestPolicy: 'network-only' });
    const { unsubscribe } = query.subscribe(({ data }) => {
      if (data?.deck) setUnknown(data.deck.placeholders.filter(({ isKnown, problem }) => !isKnown || problem !== null));
    });
    return unsubscribe;
  }, [client, deckId, version]);
  return unknown;
}
