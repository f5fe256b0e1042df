/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import { Refusal } from '../controls/refusal.tsx';
import { useMay } from '../visitor.ts';
import { RetryNarrationDocument } from './presentation.graphql.ts';
import type { Shown } from './use-presentation.ts';

/** What of the narration has failed, and another try; nothing while nothing has. */
export function NarrationFailures({ presentation }: { readonly presentation: Shown }) {
  const may = useMay();
  const [{ fetching, error }, retryNarration] = useMutation(RetryNarrationDocument);
  const { id, narration, faqNarration, slides } = presentation;
  const titles = new Map(slides.map(({ sourceSlideId, title }) => [sourceSlideId, title]));
  const failures = [
    ...(narration?.failure ? [narration.failure.detail] : []),
    ...(narration?.failures ?? []).map(
      ({ sourceSlideId, detail }) => `${titles.get(sourceSlideId) ?? 'A slide'}: ${detail}`,
    ),
    ...(faqNarration?.failure ? [`Answers: ${faqNarration.failure.detail}`] : []),
    ...(faqNarration?.failures ?? []).map(({ detail }) => `An answer: ${detail}`),
  ];
  if (failures.length === 0) return null;
  return (
    <section class="refusal" aria-labelledby="failed-narration">
      <h2 id="failed-narration">The narration has failed in part</h2>
      <ul>
        {failures.map((failure, at) => (
          <li key={at}>{failure}</li>
        ))}
      </ul>
      <Refusal error={error} />
      {may('presentations:write') && (
        <button type="button" aria-disabled={fetching} onClick={() => !fetching && void retryNarration({ id })}>
          Narrate again
        </button>
      )}
    </section>
  );
}
