/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { useLocation, useRoute } from 'preact-iso';
import { Check } from '../controls/field.tsx';
import { Empty } from '../controls/empty.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { languageName } from '../deck-settings/lists.ts';
import { leaveForm } from '../drafts/unsaved.tsx';
import { DeckFrame } from '../editor/deck-frame.tsx';
import { useMay } from '../visitor.ts';
import { LanguageChoice } from './language-choice.tsx';
import { Machine } from './machine.tsx';
import { PartForm } from './part-form.tsx';
import { isOpen, languagesOf, missingIn, type Part, partsOf } from './parts.ts';
import { TranslationsOfDeckDocument } from './translations.graphql.ts';

/** The texts of a deck beside their translations into one language. */
export function Translations() {
  const { params, query } = useRoute();
  const { route } = useLocation();
  const mayChange = useMay()('decks:write');
  const deckId = params['deckId'] ?? '';
  const [{ data, error }, read] = useQuery({ query: TranslationsOfDeckDocument, variables: { deckId } });
  const deck = data?.deck;
  const stored = deck ? languagesOf(deck) : [];
  const selected = query['language'] ?? stored[0];
  const known = [...new Set([...stored, ...(selected === undefined ? [] : [selected])])];
  const isOpenOnly = query['open'] === 'only';
  const go = (language: string, open: boolean): void =>
    leaveForm(() =>
      route(`/app/decks/${deckId}/translations?language=${encodeURIComponent(language)}${open ? '&open=only' : ''}`),
    );
  const parts = deck && selected !== undefined ? partsOf(deck, selected) : [];
  return (
    <DeckFrame deckId={deckId}>
      <Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />
      {data === undefined && error === undefined && <Skeleton />}
      {deck && (
        <LanguageChoice
          known={known.map((language) => ({ language, open: partsOf(deck, language).filter(isOpen).length }))}
          selected={selected}
          onSelect={(language) => go(language, isOpenOnly)}
        />
      )}
      {deck && selected === undefined && (
        <Empty title="No translation yet">
          The deck is written in {languageName(deck.defaultLanguage)}. Homeowners read and hear it in another language
          as soon as there is a translation: choose one above.
        </Empty>
      )}
      {deck && selected !== undefined && (
        <>
          <div class="heading">
            <h2>
              {languageName(deck.defaultLanguage)} and {languageName(selected)}
            </h2>
            <Counts parts={parts} />
          </div>
          {mayChange && <Machine key={selected} deckId={deckId} language={selected} />}
          <Check
            label="Only what is missing or out of date"
            checked={isOpenOnly}
            onChange={({ currentTarget }) => {
              currentTarget.checked = isOpenOnly; // Whoever keeps editing keeps all parts.
              go(selected, !isOpenOnly);
            }}
          />
          <div class="stack">
            {parts
              .filter((part) => !isOpenOnly || isOpen(part))
              .map((part) => (
                <PartForm
                  key={`${selected} ${part.id}`}
                  deckId={deckId}
                  part={part}
                  from={deck.defaultLanguage}
                  language={selected}
                  mayChange={mayChange}
                />
              ))}
          </div>
        </>
      )}
    </DeckFrame>
  );
}

/** How much there is to do. */
function Counts({ parts }: { readonly parts: readonly Part[] }) {
  const missing = parts.reduce((sum, part) => sum + missingIn(part).length, 0);
  const stale = parts.filter(({ staleFields }) => staleFields.length > 0).length;
  if (missing === 0 && stale === 0) return <p class="badge good">All is up to date</p>;
  return (
    <p class="actions" role="status">
      {missing > 0 && <span class="badge alarm">{missing === 1 ? '1 text missing' : `${missing} texts missing`}</span>}
      {stale > 0 && <span class="badge warn">{stale} out of date</span>}
    </p>
  );
}
