/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { Choice } from '../controls/field.tsx';
import { useMay } from '../visitor.ts';
import { DeckChoicesDocument } from './presentations.graphql.ts';

interface DeckChoiceProps {
  readonly value: string;
  readonly onChange: (deckId: string) => void;
  /** The words of no deck. */
  readonly none: string;
  readonly isRequired?: boolean;
}

/** Most decks that are listed: those that were changed last. */
const mostDecks = 100;

/** A choice of one deck; nothing for a visitor who may not read decks. */
export function DeckChoice({ value, onChange, none, isRequired = false }: DeckChoiceProps) {
  const isReader = useMay()('decks:read');
  const [{ data }] = useQuery({ query: DeckChoicesDocument, variables: { first: mostDecks }, pause: !isReader });
  const decks = data?.decks?.nodes ?? [];
  if (!isReader) return null;
  return (
    <Choice
      label="Deck"
      name="deck"
      value={value}
      required={isRequired}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{none}</option>
      {decks.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {value !== '' && !decks.some(({ id }) => id === value) && <option value={value}>Deck {value.slice(-6)}</option>}
    </Choice>
  );
}
