/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { useLocation, useRoute } from 'preact-iso';
import { Empty } from '../controls/empty.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { DeckFrame } from '../editor/deck-frame.tsx';
import { useMay } from '../visitor.ts';
import { EditFaq } from './edit-faq.tsx';
import { FaqsOfDeckDocument } from './faqs.graphql.ts';
import { InVain } from './in-vain.tsx';
import { NewFaq } from './new-faq.tsx';
import { useDeletion } from './use-deletion.ts';

/** The FAQs of a deck, oldest first as homeowners see them, and what was asked in vain. */
export function Faqs() {
  const { params, query } = useRoute();
  const { route } = useLocation();
  const may = useMay();
  const deckId = params['deckId'] ?? '';
  const base = `/app/decks/${deckId}/faqs`;
  const [{ data, error }, read] = useQuery({ query: FaqsOfDeckDocument, variables: { deckId } });
  const remove = useDeletion(deckId);
  const mayChange = may('decks:write');
  const answer = (question: string): void => route(`${base}?answer=${encodeURIComponent(question)}`);
  const close = (): void => route(base, true);
  const deck = data?.deck;
  const edited = deck?.faqs.find(({ id }) => id === query['edit']);
  const question = query['answer'];
  return (
    <DeckFrame deckId={deckId}>
      <div class="faqs">
        <section class="stack" aria-label="FAQs">
          <div class="heading">
            <h2>Questions and answers</h2>
            {mayChange && (
              <button type="button" class="primary" onClick={() => answer('')}>
                New FAQ
              </button>
            )}
          </div>
          <Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />
          {data === undefined && error === undefined && <Skeleton />}
          {deck?.faqs.length === 0 && (
            <Empty title="No FAQ yet">
              Write down what homeowners ask at the kitchen table. The answers are read aloud in presentations.
            </Empty>
          )}
          <ul class="faqs-list">
            {deck?.faqs.map(({ id, userQuestion, cannedAnswer, relatedSlideId, isAudioStale }) => (
              <li key={id} class="card">
                <h3>{userQuestion}</h3>
                <p>{cannedAnswer}</p>
                <p class="hint">
                  {relatedSlideId !== null &&
                    `Belongs to “${deck.slides.find(({ slideId }) => slideId === relatedSlideId)?.title ?? relatedSlideId}”. `}
                  {isAudioStale && <span class="badge warn">The recording is older than the answer</span>}
                </p>
                {mayChange && (
                  <p class="actions">
                    <a class="button" href={`${base}?edit=${id}`} aria-label={`Edit: ${userQuestion}`}>
                      Edit
                    </a>
                    <button
                      type="button"
                      class="plain"
                      aria-label={`Delete: ${userQuestion}`}
                      onClick={() => void remove(id)}
                    >
                      Delete
                    </button>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
        {data !== undefined && may('presentations:read') && (
          <InVain deckId={deckId} onAnswer={mayChange ? answer : undefined} />
        )}
      </div>
      {deck && mayChange && question !== undefined && <NewFaq deck={deck} question={question} onClose={close} />}
      {deck && mayChange && edited && <EditFaq key={edited.id} deck={deck} faq={edited} onClose={close} />}
    </DeckFrame>
  );
}
