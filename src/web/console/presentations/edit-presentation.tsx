/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { Dialog } from '../controls/dialog.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { toast } from '../controls/toasts.tsx';
import { inputOf, readDetails } from './details.ts';
import { DetailsFields, hasFieldFault } from './details-form.tsx';
import { detailsOf } from './details-of.ts';
import { useDeckDetails } from './new-presentation.tsx';
import { useIdempotencyKey } from './once.ts';
import { UpdatePresentationDocument } from './updates.graphql.ts';
import type { Shown } from './use-presentation.ts';

interface EditPresentationProps {
  readonly presentation: Shown;
  readonly onClose: () => void;
}

/** Changes the details of a presentation: its texts and prices are made again. */
export function EditPresentation({ presentation, onClose }: EditPresentationProps) {
  const { id, version, deckId } = presentation;
  const { languages, placeholders } = useDeckDetails(deckId);
  const [{ error }, updatePresentation] = useMutation(UpdatePresentationDocument);
  const keyOf = useIdempotencyKey();
  const isSent = useRef(false);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSent.current) return;
    isSent.current = true;
    // What was emptied is removed.
    const input = { priceInputs: null, languageSettings: null, ...inputOf(readDetails(form)) };
    const { data } = await updatePresentation({ id, input, idempotencyKey: keyOf({ id, version, input }) });
    isSent.current = false;
    if (!data?.updatePresentation) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const { changed, warnings } = data.updatePresentation;
    toast(changed.length === 0 ? 'Nothing has changed.' : 'The presentation is made again with these details.');
    for (const { detail } of warnings) toast(detail);
    onClose();
  };
  return (
    <Dialog title="Edit details" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <DetailsFields
          initial={detailsOf(presentation)}
          error={error}
          languages={languages}
          placeholders={placeholders}
          missing={new Set()}
        />
        {!hasFieldFault(error) && <Refusal error={error} />}
        <p class="actions">
          <button type="submit" class="primary">
            Save
          </button>
        </p>
      </form>
    </Dialog>
  );
}
