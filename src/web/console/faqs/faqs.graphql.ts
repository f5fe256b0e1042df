// Written by "npm run documents" from faqs.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type EditedFaqFragment = { readonly id: string, readonly version: number, readonly userQuestion: string, readonly cannedAnswer: string, readonly relatedSlideId: string | null, readonly isAudioStale: boolean };

export type FaqsOfDeckQueryVariables = Exact<{
  deckId: string | number;
}>;


export type FaqsOfDeckQuery = { readonly deck: { readonly id: string, readonly version: number, readonly defaultLanguage: string, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly title: string }>, readonly faqs: ReadonlyArray<{ readonly id: string, readonly version: number, readonly userQuestion: string, readonly cannedAnswer: string, readonly relatedSlideId: string | null, readonly isAudioStale: boolean }> } | null };

export type QuestionsInVainQueryVariables = Exact<{
  deckId: string | number;
}>;


export type QuestionsInVainQuery = { readonly unansweredQuestions: ReadonlyArray<{ readonly question: string, readonly presentationCount: number, readonly lastAskedAt: string }> | null };

export type CreateFaqMutationVariables = Exact<{
  deckId: string | number;
  input: Types.CreateFaqInput;
}>;


export type CreateFaqMutation = { readonly createFaq: { readonly faq: { readonly id: string, readonly version: number, readonly userQuestion: string, readonly cannedAnswer: string, readonly relatedSlideId: string | null, readonly isAudioStale: boolean } } | null };

export type UpdateFaqMutationVariables = Exact<{
  id: string | number;
  input: Types.UpdateFaqInput;
  ifVersion?: number | null | undefined;
}>;


export type UpdateFaqMutation = { readonly updateFaq: { readonly faq: { readonly id: string, readonly version: number, readonly userQuestion: string, readonly cannedAnswer: string, readonly relatedSlideId: string | null, readonly isAudioStale: boolean } } | null };

export type DeleteFaqMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteFaqMutation = { readonly deleteFaq: { readonly faq: { readonly id: string, readonly userQuestion: string, readonly cannedAnswer: string, readonly relatedSlideId: string | null, readonly audioUrl: string | null, readonly wordTimings: ReadonlyArray<{ readonly word: string, readonly startTime: number, readonly endTime: number }>, readonly translations: ReadonlyArray<{ readonly language: string, readonly userQuestion: string, readonly cannedAnswer: string }> } } | null };

export const FaqsOfDeckDocument = operation<FaqsOfDeckQuery, FaqsOfDeckQueryVariables>(
  `query FaqsOfDeck($deckId:ID!){deck(id:$deckId){id version defaultLanguage slides{id slideId title}faqs{...EditedFaq}}} fragment EditedFaq on Faq{id version userQuestion cannedAnswer relatedSlideId isAudioStale}`,
);

export const QuestionsInVainDocument = operation<QuestionsInVainQuery, QuestionsInVainQueryVariables>(
  `query QuestionsInVain($deckId:ID!){unansweredQuestions(deckId:$deckId){question presentationCount lastAskedAt}}`,
);

export const CreateFaqDocument = operation<CreateFaqMutation, CreateFaqMutationVariables>(
  `mutation CreateFaq($deckId:ID!$input:CreateFaqInput!){createFaq(deckId:$deckId input:$input){faq{...EditedFaq}}} fragment EditedFaq on Faq{id version userQuestion cannedAnswer relatedSlideId isAudioStale}`,
);

export const UpdateFaqDocument = operation<UpdateFaqMutation, UpdateFaqMutationVariables>(
  `mutation UpdateFaq($id:ID!$input:UpdateFaqInput!$ifVersion:Int){updateFaq(id:$id input:$input ifVersion:$ifVersion){faq{...EditedFaq}}} fragment EditedFaq on Faq{id version userQuestion cannedAnswer relatedSlideId isAudioStale}`,
);

export const DeleteFaqDocument = operation<DeleteFaqMutation, DeleteFaqMutationVariables>(
  `mutation DeleteFaq($id:ID!){deleteFaq(id:$id){faq{id userQuestion cannedAnswer relatedSlideId audioUrl wordTimings{word startTime endTime}translations{language userQuestion cannedAnswer}}}}`,
);
