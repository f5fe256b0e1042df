// Written by "npm run documents" from presentations.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** State of a contract. */
export type ContractStatus =
  /** Declined by the homeowner; final. */
  | 'DECLINED'
  /** Drafted and not sent: it cannot be signed yet. */
  | 'DRAFT'
  /** Not signed before expiresAt; final. */
  | 'EXPIRED'
  /** Signed, and canceled by the homeowner until rescindableUntil; final. */
  | 'RESCINDED'
  /** Sent: it can be signed until it expires. */
  | 'SENT'
  /** Signed; final, unless the homeowner cancels it in time. */
  | 'SIGNED'
  /** Sent and viewed at least once. */
  | 'VIEWED'
  /** Withdrawn by the seller; final. */
  | 'VOIDED';

/** State of a presentation. */
export type PresentationStatus =
  /** Some slides could not be spoken: narration.failures lists which and why. narratePresentation retries them. */
  | 'FAILED'
  /** Its slides are being spoken, one by one. */
  | 'NARRATING'
  /** It can be shown. */
  | 'READY';

export type PresentationRowFragment = { readonly id: string, readonly deckId: string, readonly status: PresentationStatus, readonly createdAt: string, readonly updatedAt: string, readonly homeowner: { readonly firstName: string, readonly lastName: string, readonly city: string | null }, readonly narration: { readonly doneCount: number, readonly totalCount: number } | null, readonly engagement: { readonly lastViewedAt: string | null, readonly seconds: number }, readonly deck?: { readonly id: string, readonly name: string } | null, readonly contract?: { readonly id: string, readonly status: ContractStatus } | null };

export type PresentationsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  deckId?: string | number | null | undefined;
  search?: string | null | undefined;
  status?: ReadonlyArray<PresentationStatus> | PresentationStatus | null | undefined;
  withDecks: boolean;
  withContracts: boolean;
}>;


export type PresentationsQuery = { readonly presentations: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly deckId: string, readonly status: PresentationStatus, readonly createdAt: string, readonly updatedAt: string, readonly homeowner: { readonly firstName: string, readonly lastName: string, readonly city: string | null }, readonly narration: { readonly doneCount: number, readonly totalCount: number } | null, readonly engagement: { readonly lastViewedAt: string | null, readonly seconds: number }, readonly deck?: { readonly id: string, readonly name: string } | null, readonly contract?: { readonly id: string, readonly status: ContractStatus } | null }> } | null };

export type PresentationsChangedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  deckId?: string | number | null | undefined;
  withDecks: boolean;
  withContracts: boolean;
}>;


export type PresentationsChangedSubscription = { readonly presentationsChanged: { readonly cursor: string, readonly isSnapshot: boolean, readonly deletedIds: ReadonlyArray<string>, readonly presentations: ReadonlyArray<{ readonly id: string, readonly deckId: string, readonly status: PresentationStatus, readonly createdAt: string, readonly updatedAt: string, readonly homeowner: { readonly firstName: string, readonly lastName: string, readonly city: string | null }, readonly narration: { readonly doneCount: number, readonly totalCount: number } | null, readonly engagement: { readonly lastViewedAt: string | null, readonly seconds: number }, readonly deck?: { readonly id: string, readonly name: string } | null, readonly contract?: { readonly id: string, readonly status: ContractStatus } | null }> } };

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
