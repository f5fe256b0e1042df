/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { useLocation } from 'preact-iso';
import { useRef, useState } from 'preact/hooks';
import { useFilters } from '../controls/filters.ts';
import { Refusal } from '../controls/refusal.tsx';
import { useTitle } from '../controls/title.ts';
import { useUnsaved } from '../drafts/unsaved.tsx';
import { useMay } from '../visitor.ts';
import { DeckChoice } from './deck-choice.tsx';
import { type Details, inputOf, readDetails } from './details.ts';
import { DetailsFields, hasFieldFault } from './details-form.tsx';
import { CreatePresentationDocument, DeckDetailsDocument } from './new-presentation.graphql.ts';
import { useIdempotencyKey } from './once.ts';
import { camelCase, Preview } from './preview.tsx';
import { usePreview } from './use-preview.ts';

/** Makes a presentation of a deck for one homeowner, and opens it. */
export function NewPresentation() {
  useTitle('New presentation');
  const { route } = useLocation();
  const { get, set } = useFilters();
  const deckId = get('deck');
  const [details, setDetails] = useState<Details>({});
  useUnsaved(Object.values(details).some((text) => text !== ''));
  const { preview, error: previewError, waitsFor } = usePreview(deckId, details);
  const { languages, placeholders } = useDeckDetails(deckId);
  const [{ error }, createPresentation] = useMutation(CreatePresentationDocument);
  const isSent = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const keyOf = useIdempotencyKey();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSent.current) return;
    isSent.current = true;
    setBusy(true);
    const request = { deckId, input: inputOf(readDetails(form)) };
    const { data } = await createPresentation({ ...request, idempotencyKey: keyOf(request) });
    isSent.current = false;
    setBusy(false);
    if (data?.createPresentation) return route(`/app/presentations/${data.createPresentation.presentation.id}`);
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const missing = new Set(
    preview?.pricing.offers.flatMap(({ tiers }) => tiers.flatMap((tier) => tier.missing)).map(camelCase),
  );
  return (
    <>
      <header class="heading">
        <h1>New presentation</h1>
        <a href={`/app/presentations/import${deckId && `?deck=${deckId}`}`}>Make many from a file</a>
      </header>
      <div class="presentations-beside">
        <form
          onSubmit={(event) => void submit(event)}
          onInput={(event) => setDetails(readDetails(event.currentTarget))}
        >
          <DeckChoice value={deckId} onChange={(value) => set('deck', value)} none="Choose a deck" isRequired />
          <DetailsFields
            initial={{}}
            error={error}
            languages={languages}
            placeholders={placeholders}
            missing={missing}
          />
          {!hasFieldFault(error) && <Refusal error={error} />}
          <p class="actions">
            <button type="submit" class="primary" aria-disabled={isBusy}>
              Create presentation
            </button>
          </p>
        </form>
        <Preview preview={preview} error={previewError} waitsFor={waitsFor} />
      </div>
    </>
  );
}

/** The languages of a deck, and the placeholders of its texts. */
export function useDeckDetails(deckId: string) {
  const isReader = useMay()('decks:read');
  const [{ data }] = useQuery({
    query: DeckDetailsDocument,
    variables: { id: deckId },
    pause: deckId === '' || !isReader,
  });
  const deck = data?.deck?.id === deckId ? data.deck : undefined;
  const translated = deck?.slides.flatMap(({ translationStates }) => translationStates.map(({ language }) => language));
  return {
    languages: [...new Set(translated)].toSorted(),
    placeholders: new Set(deck?.placeholders.map(({ name }) => name)),
  };
}
