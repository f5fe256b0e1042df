// Written by "npm run documents" from contracts.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type ContractRowFragment = { readonly id: string, readonly deckId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly document: { readonly language: string | null, readonly offer: string | null, readonly currency: string, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string }> }, readonly deck?: { readonly id: string, readonly name: string } | null };

export type ContractsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  deckId?: string | number | null | undefined;
  status?: ReadonlyArray<Types.ContractStatus> | Types.ContractStatus | null | undefined;
  withDecks: boolean;
}>;


export type ContractsQuery = { readonly contracts: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly deckId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly document: { readonly language: string | null, readonly offer: string | null, readonly currency: string, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string }> }, readonly deck?: { readonly id: string, readonly name: string } | null }> } | null };

export type ContractEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  deckId?: string | number | null | undefined;
  withDecks: boolean;
}>;


export type ContractEventsSubscription = { readonly events:
    | { readonly id: string, readonly cursor: string, readonly subject:
        | { readonly id: string }
        | { readonly id: string }
        | { readonly id: string }
        | { readonly id: string }
        | { readonly id: string, readonly deckId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly document: { readonly language: string | null, readonly offer: string | null, readonly currency: string, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string }> }, readonly deck?: { readonly id: string, readonly name: string } | null }
       | null }
    | { readonly id: string, readonly cursor: string, readonly subject:
        | { readonly id: string }
        | { readonly id: string }
        | { readonly id: string }
        | { readonly id: string }
        | { readonly id: string, readonly deckId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly document: { readonly language: string | null, readonly offer: string | null, readonly currency: string, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string }> }, readonly deck?: { readonly id: string, readonly name: string } | null }
       | null }
    | { readonly id: string, readonly cursor: string, readonly subject:
        | { readonly id: string }
        | { readonly id: string }
        | { readonly id: string }
        | { readonly id: string }
        | { readonly id: string, readonly deckId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly document: { readonly language: string | null, readonly offer: string | null, readonly currency: string, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string }> }, readonly deck?: { readonly id: string, readonly name: string } | null }
       | null }
   };

export const ContractsDocument = operation<ContractsQuery, ContractsQueryVariables>(
  `query Contracts($first:Int!$after:String$deckId:ID$status:[ContractStatus!]$withDecks:Boolean!){contracts(first:$first after:$after deckId:$deckId status:$status){totalCount pageInfo{hasNextPage endCursor}nodes{...ContractRow}}} fragment ContractRow on Contract{id deckId status createdAt updatedAt expiresAt signedAt coSigner tier total currency missingSigners document{language offer currency homeowner{firstName lastName}tiers{tier name total}}deck@include(if:$withDecks){id name}}`,
);

export const ContractEventsDocument = operation<ContractEventsSubscription, ContractEventsSubscriptionVariables>(
  `subscription ContractEvents($after:String$deckId:ID$withDecks:Boolean!){events(types:["contract.*"]after:$after deckId:$deckId){id cursor subject{id ...on Contract{...ContractRow}}}} fragment ContractRow on Contract{id deckId status createdAt updatedAt expiresAt signedAt coSigner tier total currency missingSigners document{language offer currency homeowner{firstName lastName}tiers{tier name total}}deck@include(if:$withDecks){id name}}`,
);
