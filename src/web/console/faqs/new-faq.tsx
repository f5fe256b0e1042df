/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Dialog } from '../controls/dialog.tsx';
import { toast } from '../controls/toasts.tsx';
import { leaveForm, useUnsaved } from '../drafts/unsaved.tsx';
import { type DeckOfFaq, FaqFields, type FaqTexts } from './faq-form.tsx';
import { CreateFaqDocument } from './faqs.graphql.ts';

interface NewFaqProps {
  readonly deck: DeckOfFaq;
  /** What homeowners asked; '' for a question of the author's own. */
  readonly question: string;
  readonly onClose: () => void;
}

/** A new FAQ, or the answer to what homeowners asked in vain. */
export function NewFaq({ deck, question, onClose }: NewFaqProps) {
  const [faq, setFaq] = useState<FaqTexts>({ userQuestion: question, cannedAnswer: '', relatedSlideId: null });
  useUnsaved(faq.userQuestion !== question || faq.cannedAnswer !== '');
  const [{ error, fetching }, createFaq] = useMutation(CreateFaqDocument);
  const isSent = useRef(false);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSent.current) return;
    isSent.current = true;
    const { data } = await createFaq({ deckId: deck.id, input: faq });
    isSent.current = false;
    if (!data?.createFaq) return;
    toast('The FAQ is added. New presentations have it.');
    onClose();
  };
  return (
    <Dialog title={question === '' ? 'New FAQ' : 'Answer a question'} onClose={() => leaveForm(onClose)}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <FaqFields deck={deck} faqId={null} faq={faq} error={error} onChange={(part) => setFaq({ ...faq, ...part })} />
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={fetching}>
            Add
          </button>
        </p>
      </form>
    </Dialog>
  );
}
