// Written by "npm run documents" from presentations.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type PresentationRowFragment = { readonly id: string, readonly deckId: string, readonly status: Types.PresentationStatus, readonly createdAt: string, readonly updatedAt: string, readonly homeowner: { readonly firstName: string, readonly lastName: string, readonly city: string | null }, readonly narration: { readonly doneCount: number, readonly totalCount: number } | null, readonly engagement: { readonly lastViewedAt: string | null, readonly seconds: number }, readonly deck?: { readonly id: string, readonly name: string } | null, readonly contract?: { readonly id: string, readonly status: Types.ContractStatus } | null };

export type PresentationsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  deckId?: string | number | null | undefined;
  search?: string | null | undefined;
  status?: ReadonlyArray<Types.PresentationStatus> | Types.PresentationStatus | null | undefined;
  withDecks: boolean;
  withContracts: boolean;
}>;


export type PresentationsQuery = { readonly presentations: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly deckId: string, readonly status: Types.PresentationStatus, readonly createdAt: string, readonly updatedAt: string, readonly homeowner: { readonly firstName: string, readonly lastName: string, readonly city: string | null }, readonly narration: { readonly doneCount: number, readonly totalCount: number } | null, readonly engagement: { readonly lastViewedAt: string | null, readonly seconds: number }, readonly deck?: { readonly id: string, readonly name: string } | null, readonly contract?: { readonly id: string, readonly status: Types.ContractStatus } | null }> } | null };

export type PresentationsChangedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  deckId?: string | number | null | undefined;
  withDecks: boolean;
  withContracts: boolean;
}>;


export type PresentationsChangedSubscription = { readonly presentationsChanged: { readonly cursor: string, readonly isSnapshot: boolean, readonly deletedIds: ReadonlyArray<string>, readonly presentations: ReadonlyArray<{ readonly id: string, readonly deckId: string, readonly status: Types.PresentationStatus, readonly createdAt: string, readonly updatedAt: string, readonly homeowner: { readonly firstName: string, readonly lastName: string, readonly city: string | null }, readonly narration: { readonly doneCount: number, readonly totalCount: number } | null, readonly engagement: { readonly lastViewedAt: string | null, readonly seconds: number }, readonly deck?: { readonly id: string, readonly name: string } | null, readonly contract?: { readonly id: string, readonly status: Types.ContractStatus } | null }> } };

export type DeckChoicesQueryVariables = Exact<{
  first: number;
}>;


export type DeckChoicesQuery = { readonly decks: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string }> } | null };

export const PresentationsDocument = operation<PresentationsQuery, PresentationsQueryVariables>(
  `query Presentations($first:Int!$after:String$deckId:ID$search:String$status:[PresentationStatus!]$withDecks:Boolean!$withContracts:Boolean!){presentations(first:$first after:$after deckId:$deckId search:$search status:$status){totalCount pageInfo{hasNextPage endCursor}nodes{...PresentationRow}}} fragment PresentationRow on Presentation{id deckId status createdAt updatedAt homeowner{firstName lastName city}narration{doneCount totalCount}engagement{lastViewedAt seconds}deck@include(if:$withDecks){id name}contract@include(if:$withContracts){id status}}`,
);

export const PresentationsChangedDocument = operation<PresentationsChangedSubscription, PresentationsChangedSubscriptionVariables>(
  `subscription PresentationsChanged($after:String$deckId:ID$withDecks:Boolean!$withContracts:Boolean!){presentationsChanged(after:$after deckId:$deckId first:1){cursor isSnapshot deletedIds presentations{...PresentationRow}}} fragment PresentationRow on Presentation{id deckId status createdAt updatedAt homeowner{firstName lastName city}narration{doneCount totalCount}engagement{lastViewedAt seconds}deck@include(if:$withDecks){id name}contract@include(if:$withContracts){id status}}`,
);

export const DeckChoicesDocument = operation<DeckChoicesQuery, DeckChoicesQueryVariables>(
  `query DeckChoices($first:Int!){decks(first:$first orderBy:UPDATED_DESC){nodes{id name}}}`,
);
