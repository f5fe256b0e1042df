// Written by "npm run documents" from questions.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type UnansweredQuestionsQueryVariables = Exact<{
  deckId: string | number;
  since?: string | null | undefined;
}>;


export type UnansweredQuestionsQuery = { readonly unansweredQuestions: ReadonlyArray<{ readonly question: string, readonly presentationCount: number, readonly lastAskedAt: string }> | null };

export type QuestionDecksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type QuestionDecksQuery = { readonly decks: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string }> } | null };

export const UnansweredQuestionsDocument = operation<UnansweredQuestionsQuery, UnansweredQuestionsQueryVariables>(
  `query UnansweredQuestions($deckId:ID!$since:DateTimeISO){unansweredQuestions(deckId:$deckId since:$since){question presentationCount lastAskedAt}}`,
);


export const QuestionDecksDocument = operation<QuestionDecksQuery, QuestionDecksQueryVariables>(
  `query QuestionDecks($first:Int!$after:String){decks(first:$first after:$after orderBy:UPDATED_DESC){pageInfo{hasNextPage endCursor}nodes{id name}}}`,
);
