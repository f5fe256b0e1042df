/** @jsxImportSource preact */
import { useClient, useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { Dialog } from '../controls/dialog.tsx';
import { toast } from '../controls/toasts.tsx';
import { Conflicts } from '../drafts/conflicts.tsx';
import { type Stored, useDraft } from '../drafts/use-draft.ts';
import { leaveForm } from '../drafts/unsaved.tsx';
import { type DeckOfFaq, FaqFields, type FaqTexts } from './faq-form.tsx';
import { type EditedFaqFragment, FaqsOfDeckDocument, UpdateFaqDocument } from './faqs.graphql.ts';

const labels: Readonly<Record<keyof FaqTexts, string>> = {
  userQuestion: 'Question',
  cannedAnswer: 'Answer',
  relatedSlideId: 'Slide',
};

const storedOf = ({ version, userQuestion, cannedAnswer, relatedSlideId }: EditedFaqFragment): Stored<FaqTexts> => ({
  version,
  value: { userQuestion, cannedAnswer, relatedSlideId },
});

interface EditFaqProps {
  readonly deck: DeckOfFaq;
  readonly faq: EditedFaqFragment;
  readonly onClose: () => void;
}

/** Changes a FAQ. */
export function EditFaq({ deck, faq, onClose }: EditFaqProps) {
  const client = useClient();
  const draft = useDraft(storedOf(faq));
  const [, updateFaq] = useMutation(UpdateFaqDocument);
  const { error } = draft;
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const isSaved = await draft.save({
      send: async ({ version, changes }) => {
        const result = await updateFaq({ id: faq.id, ifVersion: version, input: changes });
        const stored = result.data?.updateFaq?.faq;
        return { stored: stored && storedOf(stored), error: result.error };
      },
      read: async () => {
        const context = { requestPolicy: 'network-only' } as const;
        const { data } = await client.query(FaqsOfDeckDocument, { deckId: deck.id }, context).toPromise();
        const now = data?.deck?.faqs.find(({ id }) => id === faq.id);
        return now && storedOf(now);
      },
    });
    if (!isSaved) return;
    toast('The FAQ is saved.');
    onClose();
  };
  return (
    <Dialog title="Edit FAQ" onClose={() => leaveForm(onClose)}>
      <form onSubmit={(event) => void save(event)} noValidate>
        <FaqFields deck={deck} faqId={faq.id} faq={draft.value} error={error} onChange={draft.change} />
        <Conflicts draft={draft} labels={labels} show={(_field, value) => value ?? 'None'} />
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={draft.isSaving || draft.conflicts.length > 0}>
            Save
          </button>
        </p>
      </form>
    </Dialog>
  );
}
