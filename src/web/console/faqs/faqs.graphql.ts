// Written by "npm run documents" from faqs.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A new FAQ. */
export type CreateFaqInput = {
  /** URL or path of the author's recording of the answer; null without one. */
  readonly audioUrl?: string | null | undefined;
  /** The answer. May contain placeholders. */
  readonly cannedAnswer: string;
  /** The slideId of the slide that the answer belongs to. */
  readonly relatedSlideId?: string | null | undefined;
  /** Texts in other languages, by BCP 47 tag. Languages that are absent keep their texts; null deletes a language. */
  readonly translations?: Record<string, unknown> | null | undefined;
  /** The question. May contain placeholders. */
  readonly userQuestion: string;
  /** When each word of the recording is spoken, in the order of their starts; empty without a recording. */
  readonly wordTimings?: ReadonlyArray<WordTimingInput> | null | undefined;
};

/** Changes to a FAQ. Absent fields keep their values. null clears an optional field and leaves a required one unchanged. */
export type UpdateFaqInput = {
  /** URL or path of the author's recording of the answer; null without one. */
  readonly audioUrl?: string | null | undefined;
  /** The answer. May contain placeholders. */
  readonly cannedAnswer?: string | null | undefined;
  /** The slideId of the slide that the answer belongs to. */
  readonly relatedSlideId?: string | null | undefined;
  /** Texts in other languages, by BCP 47 tag. Languages that are absent keep their texts; null deletes a language. */
  readonly translations?: Record<string, unknown> | null | undefined;
  /** The question. May contain placeholders. */
  readonly userQuestion?: string | null | undefined;
  /** When each word of the recording is spoken, in the order of their starts; empty without a recording. */
  readonly wordTimings?: ReadonlyArray<WordTimingInput> | null | undefined;
};

/** When one word is spoken. */
export type WordTimingInput = {
  /** Seconds from the start of the audio. */
  readonly endTime: number;
  /** Seconds from the start of the audio. */
  readonly startTime: number;
  /** The word as it is shown. */
  readonly word: string;
};

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
  input: CreateFaqInput;
}>;


export type CreateFaqMutation = { readonly createFaq: { readonly faq: { readonly id: string, readonly version: number, readonly userQuestion: string, readonly cannedAnswer: string, readonly relatedSlideId: string | null, readonly isAudioStale: boolean } } | null };

export type UpdateFaqMutationVariables = Exact<{
  id: string | number;
  input: UpdateFaqInput;
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
