// Written by "npm run documents" from questions.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type UnansweredQuestionsQueryVariables = Exact<{
  deckId?: string | number | null | undefined;
  since?: string | null | undefined;
}>;


export type UnansweredQuestionsQuery = { readonly unansweredQuestions: ReadonlyArray<{ readonly question: string, readonly presentationCount: number, readonly lastAskedAt: string, readonly deckId: string, readonly deck: { readonly id: string, readonly name: string } | null }> | null };

export const UnansweredQuestionsDocument = operation<UnansweredQuestionsQuery, UnansweredQuestionsQueryVariables>(
  `query UnansweredQuestions($deckId:ID$since:DateTimeISO){unansweredQuestions(deckId:$deckId since:$since){question presentationCount lastAskedAt deckId deck{id name}}}`,
);
