/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { Empty } from '../controls/empty.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTitle } from '../controls/title.ts';
import { DeckActions } from '../decks/deck-actions.tsx';
import { useMay } from '../visitor.ts';
import { DeckOfFrameDocument } from './deck-frame.graphql.ts';

/** The screens of one deck, in the order of their tabs: the path behind that of the deck, and the label. */
const tabs = [
  ['', 'Slides'],
  ['/prices', 'Prices'],
  ['/faqs', 'FAQs'],
  ['/translations', 'Translations'],
  ['/settings', 'Settings'],
] as const;

interface DeckFrameProps {
  readonly deckId: string;
  /** Beside the name: whether all is saved, for a screen that saves by itself. */
  readonly state?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** What the screens of one deck share: its name, the tabs between them, and what can be done with the whole deck. */
export function DeckFrame({ deckId, state, children }: DeckFrameProps) {
  const { path, route } = useLocation();
  const may = useMay();
  const [{ data, error }, read] = useQuery({ query: DeckOfFrameDocument, variables: { deckId } });
  const deck = data?.deck;
  const base = `/app/decks/${deckId}`;
  const [, label = ''] = tabs.find(([end]) => path === `${base}${end}`) ?? [];
  useTitle(deck ? `${label} – ${deck.name}` : 'Deck');
  const isRead = data !== undefined || error !== undefined;
  if (data !== undefined && deck === null) {
    return (
      <Empty title="There is no such deck">
        It is deleted, or your key does not see it. <a href="/app/decks">Go to all decks</a>.
      </Empty>
    );
  }
  return (
    <>
      {!isRead && <Skeleton />}
      {/* All at once: its parts would push each other down. What stands in it is read meanwhile. */}
      <div class="deck-frame" hidden={!isRead}>
        <header class="deck-head">
          <p>
            <a href="/app/decks">Decks</a>
          </p>
          <div class="heading">
            <h1>{deck?.name ?? 'Deck'}</h1>
            <div class="actions">
              {state}
              {may('presentations:write') && (
                <a class="button primary" href={`/app/presentations/new?deck=${deckId}`}>
                  Present
                </a>
              )}
              {deck && may('decks:write') && (
                <details class="deck-more">
                  <summary class="button">More</summary>
                  <div>
                    <DeckActions
                      deck={deck}
                      onDuplicated={(copy) => route(`/app/decks/${copy}`)}
                      onDeleted={() => route('/app/decks', true)}
                    />
                  </div>
                </details>
              )}
            </div>
          </div>
          <nav aria-label="Deck" class="deck-tabs">
            <ul>
              {tabs.map(([end, name]) => (
                <li key={end}>
                  <a href={`${base}${end}`} aria-current={path === `${base}${end}` ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        <Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />
        {children}
      </div>
    </>
  );
}
