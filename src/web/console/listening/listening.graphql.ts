// Written by "npm run documents" from listening.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type PreviewSpeechMutationVariables = Exact<{
  deckId: string | number;
  input: Types.PreviewSpeechInput;
}>;


export type PreviewSpeechMutation = { readonly previewSpeech: { readonly preview: { readonly text: string, readonly language: string, readonly audioUrl: string | null, readonly wordTimings: ReadonlyArray<{ readonly word: string, readonly startTime: number, readonly endTime: number }> } } | null };

export const PreviewSpeechDocument = operation<PreviewSpeechMutation, PreviewSpeechMutationVariables>(
  `mutation PreviewSpeech($deckId:ID!$input:PreviewSpeechInput!){previewSpeech(deckId:$deckId input:$input){preview{text language audioUrl wordTimings{word startTime endTime}}}}`,
);
