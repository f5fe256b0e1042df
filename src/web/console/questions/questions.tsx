/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
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
import { UnansweredQuestionsDocument, type UnansweredQuestionsQuery } from './questions.graphql.ts';

type Question = NonNullable<UnansweredQuestionsQuery['unansweredQuestions']>[number];

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
  const variables = { deckId: deckId === '' ? null : deckId, since };
  const [{ data, error }, read] = useQuery({ query: UnansweredQuestionsDocument, variables });
  const questions = data?.unansweredQuestions ?? [];
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
      <Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />
      {[...Map.groupBy(questions, (one) => one.deckId)].map(([id, ofDeck]) => (
        <OfDeck key={id} deckId={id} questions={ofDeck} />
      ))}
      {data === undefined && error === undefined && <Skeleton rows={3} />}
      {data?.unansweredQuestions?.length === 0 && (
        <Empty title="Nothing was asked in vain">
          A question without an answer is listed here. Write the answer as a FAQ of the deck: new presentations, and
          those that are updated, have it.
        </Empty>
      )}
    </>
  );
}

function OfDeck({ deckId, questions }: { readonly deckId: string; readonly questions: readonly Question[] }) {
  const isWriter = useMay()('decks:write');
  const heading = `questions-${deckId}`;
  return (
    <section class="stack" aria-labelledby={heading}>
      <header class="heading">
        <h2 id={heading}>{questions[0]?.deck?.name}</h2>
        <a class="button" href={`/app/decks/${deckId}/faqs`}>
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
                    href={`/app/decks/${deckId}/faqs?answer=${encodeURIComponent(question)}`}
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
