/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { toast } from '../controls/toasts.tsx';
import { useMay } from '../visitor.ts';
import { inputOf } from './details.ts';
import { detailsOf } from './details-of.ts';
import { useIdempotencyKey } from './once.ts';
import {
  PresentationDriftDocument,
  type PresentationDriftQuery,
  UpdatePresentationDocument,
} from './updates.graphql.ts';
import type { Shown } from './use-presentation.ts';

type Drift = NonNullable<NonNullable<PresentationDriftQuery['presentation']>['drift']>;

/** What the presentation would be if it were made from its deck today, and making it so. It is computed on demand. */
export function Updates({ presentation }: { readonly presentation: Shown }) {
  const may = useMay();
  const { id, version } = presentation;
  const [isAsked, setAsked] = useState(false);
  const [{ data, error, fetching }, compare] = useQuery({
    query: PresentationDriftDocument,
    variables: { id },
    requestPolicy: 'network-only',
    pause: !isAsked,
  });
  const [{ error: refusal, fetching: isSent }, updatePresentation] = useMutation(UpdatePresentationDocument);
  const keyOf = useIdempotencyKey();
  const drift = isAsked ? data?.presentation?.drift : undefined;
  const update = async (): Promise<void> => {
    if (isSent) return;
    const input = inputOf(detailsOf(presentation));
    const idempotencyKey = keyOf({ id, version, drift });
    const { data: done } = await updatePresentation({ id, input, idempotencyKey });
    if (!done?.updatePresentation) return;
    toast('The presentation is made again from its deck.');
    for (const { detail } of done.updatePresentation.warnings) toast(detail);
    compare({ requestPolicy: 'network-only' });
  };
  return (
    <section class="card stack" aria-labelledby="updates">
      <header class="heading">
        <h2 id="updates">Deck since then</h2>
        {!isAsked && (
          <button type="button" onClick={() => setAsked(true)}>
            Compare
          </button>
        )}
      </header>
      {!isAsked && <p class="hint">Shows which texts and prices would differ if it were made from its deck today.</p>}
      {isAsked && fetching && drift === undefined && <Skeleton rows={1} />}
      <Refusal error={error} />
      {drift === null && <p class="hint">Its deck was deleted. The presentation stays as it is.</p>}
      {drift?.isCurrent === true && <p>It is what its deck would produce today.</p>}
      {drift?.isCurrent === false && (
        <>
          <Differences drift={drift} slides={presentation.slides} />
          <Refusal error={refusal} />
          {may('presentations:write') && (
            <p class="actions">
              <button type="button" aria-disabled={isSent} onClick={() => void update()}>
                Update the presentation
              </button>
            </p>
          )}
        </>
      )}
    </section>
  );
}

const kinds = { ADDED: 'would be added', REMOVED: 'would be removed', CHANGED: 'would change' } as const;

function Differences({ drift, slides }: { readonly drift: Drift; readonly slides: Shown['slides'] }) {
  const titles = new Map(slides.map(({ sourceSlideId, title }) => [sourceSlideId, title]));
  return (
    <ul class="stack">
      {drift.prices.map(({ sourceSlideId, tier, before, now }) => (
        <li key={`${sourceSlideId} ${tier}`}>
          {(now ?? before)?.name}: {before?.totalText ?? 'no price'} → {now?.totalText ?? 'no price'}
        </li>
      ))}
      {drift.slides.map(({ sourceSlideId, slideId, kind, fields }) => (
        <li key={sourceSlideId}>
          Slide “{titles.get(sourceSlideId) ?? slideId}” {kinds[kind]}
          {kind === 'CHANGED' && <span class="hint">: {fields.join(', ')}</span>}
        </li>
      ))}
      {drift.faqs.length > 0 && (
        <li>{drift.faqs.length === 1 ? 'One answer differs.' : `${drift.faqs.length} answers differ.`}</li>
      )}
    </ul>
  );
}
