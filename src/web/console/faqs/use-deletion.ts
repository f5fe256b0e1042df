import { useMutation } from '@urql/preact';
import type { CreateFaqInput } from '../api/schema.graphql.ts';
import { reasonOf } from '../api/problems.ts';
import { toast } from '../controls/toasts.tsx';
import { CreateFaqDocument, DeleteFaqDocument, type DeleteFaqMutation } from './faqs.graphql.ts';

type Deleted = NonNullable<DeleteFaqMutation['deleteFaq']>['faq'];

/** Deletes FAQs. One that is wanted back is made again with all that it had, at the end of the list. */
export function useDeletion(deckId: string): (id: string) => Promise<void> {
  const [, deleteFaq] = useMutation(DeleteFaqDocument);
  const [, createFaq] = useMutation(CreateFaqDocument);
  return async (id) => {
    const { data, error } = await deleteFaq({ id });
    if (error !== undefined) toast(reasonOf(error));
    const deleted = data?.deleteFaq?.faq;
    if (deleted === undefined) return;
    toast('The FAQ is deleted.', () => {
      void createFaq({ deckId, input: inputOf(deleted) }).then(({ error: refused }) =>
        toast(refused === undefined ? 'The FAQ is back, at the end of the list.' : reasonOf(refused)),
      );
    });
  };
}

function inputOf({
  userQuestion,
  cannedAnswer,
  relatedSlideId,
  audioUrl,
  wordTimings,
  translations,
}: Deleted): CreateFaqInput {
  return {
    userQuestion,
    cannedAnswer,
    relatedSlideId,
    audioUrl,
    wordTimings: wordTimings.map(({ word, startTime, endTime }) => ({ word, startTime, endTime })),
    translations: Object.fromEntries(
      translations.map(({ language, userQuestion: question, cannedAnswer: answer }) => [
        language,
        { userQuestion: question, cannedAnswer: answer },
      ]),
    ),
  };
}
