// Written by "npm run documents" from deck-frame.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type DeckOfFrameQueryVariables = Exact<{
  deckId: string | number;
}>;


export type DeckOfFrameQuery = { readonly deck: { readonly id: string, readonly name: string } | null };

export const DeckOfFrameDocument = operation<DeckOfFrameQuery, DeckOfFrameQueryVariables>(
  `query DeckOfFrame($deckId:ID!){deck(id:$deckId){id name}}`,
);
