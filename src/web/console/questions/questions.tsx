/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import { Empty } from '../controls/empty.tsx';
import { Choice } from '../controls/field.tsx';
import { useFilters } from '../controls/filters.ts';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTitle } from '../controls/title.ts';
import { useMay } from '../visitor.ts';
import { DeckChoice } from '../presentations/deck-choice.tsx';
import { type DeckQuestions, useQuestions } from './use-questions.ts';

const periods: Readonly<Record<string, string>> = {
  '7': 'The last 7 days',
  '30': 'The last 30 days',
  '90': 'The last 90 days',
};
const dayMs = 24 * 60 * 60 * 1_000;

/** What homeowners ask in vain, deck by deck, the most frequent first. */
export function Questions() {
  useTitle('Questions');
  const { get, set } = useFilters();
  const deckId = get('deck');
  const days = get('days') in periods ? get('days') : '';
  const since = useMemo(() => (days === '' ? null : new Date(Date.now() - Number(days) * dayMs).toISOString()), [days]);
  const { decks, isWhole, error, read } = useQuestions(deckId, since);
  return (
    <>
      <header class="heading">
        <h1>Questions</h1>
      </header>
      <p>What homeowners have asked at a presentation and no answer of its deck fits.</p>
      <search class="presentations-filters">
        <DeckChoice value={deckId} onChange={(value) => set('deck', value)} none="All decks" />
        <Choice label="Asked in" value={days} onChange={(event) => set('days', event.currentTarget.value)}>
          <option value="">All the time</option>
          {Object.entries(periods).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Choice>
      </search>
      <Refusal error={error} retry={read} />
      {decks.map((deck) => (
        <OfDeck key={deck.id} deck={deck} />
      ))}
      {!isWhole && <Skeleton rows={3} />}
      {isWhole && error === undefined && decks.length === 0 && (
        <Empty title="Nothing was asked in vain">
          A question without an answer is listed here. Write the answer as a FAQ of the deck: new presentations, and
          those that are updated, have it.
        </Empty>
      )}
    </>
  );
}

function OfDeck({ deck: { id, name, questions } }: { readonly deck: DeckQuestions }) {
  const isWriter = useMay()('decks:write');
  const heading = `questions-${id}`;
  return (
    <section class="stack" aria-labelledby={heading}>
      <header class="heading">
        <h2 id={heading}>{name}</h2>
        <a class="button" href={`/app/decks/${id}/faqs`}>
          Open the FAQs
        </a>
      </header>
      <table class="rows presentations-rows">
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col" class="number">
              Presentations
            </th>
            <th scope="col">Last asked</th>
            {isWriter && <th scope="col">Action</th>}
          </tr>
        </thead>
        <tbody>
          {questions.map(({ question, presentationCount, lastAskedAt }) => (
            <tr key={question}>
              <th scope="row">{question}</th>
              <td class="number" data-label="Presentations">
                {presentationCount}
              </td>
              <td data-label="Last asked">
                <Moment at={lastAskedAt} />
              </td>
              {isWriter && (
                <td>
                  <a
                    href={`/app/decks/${id}/faqs?answer=${encodeURIComponent(question)}`}
                    aria-label={`Answer: ${question}`}
                  >
                    Answer
                  </a>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
