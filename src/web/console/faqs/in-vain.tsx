/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { QuestionsInVainDocument } from './faqs.graphql.ts';

interface InVainProps {
  readonly deckId: string;
  /** Undefined where the key may not write. */
  readonly onAnswer: ((question: string) => void) | undefined;
}

/** What homeowners asked and no FAQ answered, the most frequent first. */
export function InVain({ deckId, onAnswer }: InVainProps) {
  const [{ data, error }, read] = useQuery({ query: QuestionsInVainDocument, variables: { deckId } });
  const questions = data?.unansweredQuestions;
  return (
    <section class="faqs-in-vain card" aria-label="Asked in vain">
      <h2>Asked in vain</h2>
      <p class="hint">What homeowners asked and no FAQ answers, the most frequent first.</p>
      <Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />
      {data === undefined && error === undefined && <Skeleton rows={3} />}
      {questions?.length === 0 && <p>Nothing: each question found an answer.</p>}
      <ul>
        {questions?.map(({ question, presentationCount, lastAskedAt }) => (
          <li key={question}>
            <p>{question}</p>
            <p class="hint">
              {presentationCount === 1 ? 'In one presentation' : `In ${presentationCount} presentations`}, last{' '}
              <Moment at={lastAskedAt} />
            </p>
            {onAnswer !== undefined && (
              <button type="button" aria-label={`Answer: ${question}`} onClick={() => onAnswer(question)}>
                Answer
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
