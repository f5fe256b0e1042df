// Written by "npm run documents" from editor.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type EditedDeckQueryVariables = Exact<{
  deckId: string | number;
}>;


export type EditedDeckQuery = { readonly deck: { readonly id: string, readonly version: number, readonly slides: ReadonlyArray<{ readonly id: string, readonly title: string }> } | null };

export const EditedDeckDocument = operation<EditedDeckQuery, EditedDeckQueryVariables>(
  `query EditedDeck($deckId:ID!){deck(id:$deckId){id version slides{id title}}}`,
);
