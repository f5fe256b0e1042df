/** @jsxImportSource preact */
import { Moment } from '../controls/moment.tsx';
import type { Asked } from './use-presentation.ts';

interface QuestionsProps {
  /** Null where the visitor may not follow events. */
  readonly questions: readonly Asked[] | null;
  readonly deckId: string;
}

/** What the homeowner has asked, the latest first. */
export function Questions({ questions, deckId }: QuestionsProps) {
  if (questions === null) return null;
  return (
    <section class="card stack" aria-labelledby="asked">
      <h2 id="asked">Questions</h2>
      {questions.length === 0 ? (
        <p class="hint">Nothing was asked yet.</p>
      ) : (
        <>
          <ul class="stack" aria-live="polite">
            {questions.map(({ id, question, askedAt }) => (
              <li key={id}>
                <p class="presentations-words">{question}</p>
                <p class="hint">
                  <Moment at={askedAt} />
                </p>
              </li>
            ))}
          </ul>
          <p>
            <a href={`/app/questions?deck=${deckId}`}>See what nobody has answered yet</a>
          </p>
        </>
      )}
    </section>
  );
}
