// Written by "npm run documents" from decks.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type DecksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type DecksQuery = { readonly decks: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly slideCount: number, readonly updatedAt: string }> } | null };

export type DeckRowFragment = { readonly id: string, readonly name: string, readonly slideCount: number, readonly updatedAt: string };

export type CreateDeckMutationVariables = Exact<{
  input: Types.CreateDeckInput;
}>;


export type CreateDeckMutation = { readonly createDeck: { readonly deck: { readonly id: string, readonly name: string, readonly slideCount: number, readonly updatedAt: string } } | null };

export type ImportDeckMutationVariables = Exact<{
  file: Record<string, unknown>;
  idempotencyKey: string;
}>;


export type ImportDeckMutation = { readonly importDeck: { readonly deck: { readonly id: string, readonly name: string, readonly slideCount: number, readonly updatedAt: string } } | null };

export type DuplicateDeckMutationVariables = Exact<{
  deckId: string | number;
  idempotencyKey: string;
}>;


export type DuplicateDeckMutation = { readonly duplicateDeck: { readonly deck: { readonly id: string, readonly name: string, readonly slideCount: number, readonly updatedAt: string } } | null };

export type DeleteDeckMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteDeckMutation = { readonly deleteDeck: { readonly deck: { readonly id: string } } | null };

export const DecksDocument = operation<DecksQuery, DecksQueryVariables>(
  `query Decks($first:Int!$after:String$search:String){decks(first:$first after:$after search:$search orderBy:UPDATED_DESC){pageInfo{hasNextPage endCursor}nodes{...DeckRow}}} fragment DeckRow on Deck{id name slideCount updatedAt}`,
);

export const CreateDeckDocument = operation<CreateDeckMutation, CreateDeckMutationVariables>(
  `mutation CreateDeck($input:CreateDeckInput!){createDeck(input:$input){deck{...DeckRow}}} fragment DeckRow on Deck{id name slideCount updatedAt}`,
);

export const ImportDeckDocument = operation<ImportDeckMutation, ImportDeckMutationVariables>(
  `mutation ImportDeck($file:JSONObject!$idempotencyKey:String!){importDeck(input:{file:$file}idempotencyKey:$idempotencyKey){deck{...DeckRow}}} fragment DeckRow on Deck{id name slideCount updatedAt}`,
);

export const DuplicateDeckDocument = operation<DuplicateDeckMutation, DuplicateDeckMutationVariables>(
  `mutation DuplicateDeck($deckId:ID!$idempotencyKey:String!){duplicateDeck(deckId:$deckId idempotencyKey:$idempotencyKey){deck{...DeckRow}}} fragment DeckRow on Deck{id name slideCount updatedAt}`,
);

export const DeleteDeckDocument = operation<DeleteDeckMutation, DeleteDeckMutationVariables>(
  `mutation DeleteDeck($id:ID!){deleteDeck(id:$id){deck{id}}}`,
);
