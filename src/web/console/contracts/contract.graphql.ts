// Written by "npm run documents" from contract.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type ContractNowFragment = { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: Types.ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: Types.PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } };

export type ContractQueryVariables = Exact<{
  id: string | number;
}>;


export type ContractQuery = { readonly contract: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: Types.ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: Types.PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } | null };

export type ContractChangedSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type ContractChangedSubscription = { readonly contractChanged: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: Types.ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: Types.PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } | null };

export type ContractTimelineQueryVariables = Exact<{
  deckId: string | number;
  since: string;
  filter: Record<string, unknown>;
}>;


export type ContractTimelineQuery = { readonly tryFilter: { readonly matches: ReadonlyArray<
      | { readonly id: string, readonly type: string, readonly timestamp: string, readonly payload: Record<string, unknown> }
      | { readonly id: string, readonly type: string, readonly timestamp: string, readonly payload: Record<string, unknown> }
      | { readonly id: string, readonly type: string, readonly timestamp: string, readonly payload: Record<string, unknown> }
    > } | null };

export type UpdateContractMutationVariables = Exact<{
  id: string | number;
  input: Types.UpdateContractInput;
}>;


export type UpdateContractMutation = { readonly updateContract: { readonly contract: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: Types.ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: Types.PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } } | null };

export type SendContractMutationVariables = Exact<{
  id: string | number;
  idempotencyKey: string;
}>;


export type SendContractMutation = { readonly sendContract: { readonly contract: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: Types.ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: Types.PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } } | null };

export type VoidContractMutationVariables = Exact<{
  id: string | number;
}>;


export type VoidContractMutation = { readonly voidContract: { readonly contract: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: Types.ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: Types.PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } } | null };

export type DeclineContractMutationVariables = Exact<{
  id: string | number;
  input: Types.DeclineContractInput;
}>;


export type DeclineContractMutation = { readonly declineContract: { readonly contract: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: Types.ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: Types.PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } } | null };

export type RescindContractMutationVariables = Exact<{
  id: string | number;
  input: Types.RescindContractInput;
}>;


export type RescindContractMutation = { readonly rescindContract: { readonly contract: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: Types.PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<Types.ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: Types.ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: Types.PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } } | null };

export const ContractDocument = operation<ContractQuery, ContractQueryVariables>(
  `query Contract($id:ID!){contract(id:$id){...ContractNow}} fragment ContractNow on Contract{id version deckId presentationId status createdAt updatedAt expiresAt signedAt rescindableUntil rescindedAt pseudonymizedAt heldUntil declineReason coSigner tier total currency missingSigners documentHash signatures{signer name signedAt tier}warnings{code detail}document{language timeZone offer currency seller homeowner{firstName lastName}tiers{tier name total deposit tax}}}`,
);

export const ContractChangedDocument = operation<ContractChangedSubscription, ContractChangedSubscriptionVariables>(
  `subscription ContractChanged($id:ID!){contractChanged(contractId:$id){...ContractNow}} fragment ContractNow on Contract{id version deckId presentationId status createdAt updatedAt expiresAt signedAt rescindableUntil rescindedAt pseudonymizedAt heldUntil declineReason coSigner tier total currency missingSigners documentHash signatures{signer name signedAt tier}warnings{code detail}document{language timeZone offer currency seller homeowner{firstName lastName}tiers{tier name total deposit tax}}}`,
);

export const ContractTimelineDocument = operation<ContractTimelineQuery, ContractTimelineQueryVariables>(
  `query ContractTimeline($deckId:ID!$since:DateTimeISO!$filter:JSONObject!){tryFilter(eventType:"contract.*" deckId:$deckId since:$since filter:$filter first:50){matches{id type timestamp payload}}}`,
);

export const UpdateContractDocument = operation<UpdateContractMutation, UpdateContractMutationVariables>(
  `mutation UpdateContract($id:ID!$input:UpdateContractInput!){updateContract(id:$id input:$input){contract{...ContractNow}}} fragment ContractNow on Contract{id version deckId presentationId status createdAt updatedAt expiresAt signedAt rescindableUntil rescindedAt pseudonymizedAt heldUntil declineReason coSigner tier total currency missingSigners documentHash signatures{signer name signedAt tier}warnings{code detail}document{language timeZone offer currency seller homeowner{firstName lastName}tiers{tier name total deposit tax}}}`,
);

export const SendContractDocument = operation<SendContractMutation, SendContractMutationVariables>(
  `mutation SendContract($id:ID!$idempotencyKey:String!){sendContract(id:$id idempotencyKey:$idempotencyKey){contract{...ContractNow}}} fragment ContractNow on Contract{id version deckId presentationId status createdAt updatedAt expiresAt signedAt rescindableUntil rescindedAt pseudonymizedAt heldUntil declineReason coSigner tier total currency missingSigners documentHash signatures{signer name signedAt tier}warnings{code detail}document{language timeZone offer currency seller homeowner{firstName lastName}tiers{tier name total deposit tax}}}`,
);

export const VoidContractDocument = operation<VoidContractMutation, VoidContractMutationVariables>(
  `mutation VoidContract($id:ID!){voidContract(id:$id){contract{...ContractNow}}} fragment ContractNow on Contract{id version deckId presentationId status createdAt updatedAt expiresAt signedAt rescindableUntil rescindedAt pseudonymizedAt heldUntil declineReason coSigner tier total currency missingSigners documentHash signatures{signer name signedAt tier}warnings{code detail}document{language timeZone offer currency seller homeowner{firstName lastName}tiers{tier name total deposit tax}}}`,
);

export const DeclineContractDocument = operation<DeclineContractMutation, DeclineContractMutationVariables>(
  `mutation DeclineContract($id:ID!$input:DeclineContractInput!){declineContract(id:$id input:$input){contract{...ContractNow}}} fragment ContractNow on Contract{id version deckId presentationId status createdAt updatedAt expiresAt signedAt rescindableUntil rescindedAt pseudonymizedAt heldUntil declineReason coSigner tier total currency missingSigners documentHash signatures{signer name signedAt tier}warnings{code detail}document{language timeZone offer currency seller homeowner{firstName lastName}tiers{tier name total deposit tax}}}`,
);

export const RescindContractDocument = operation<RescindContractMutation, RescindContractMutationVariables>(
  `mutation RescindContract($id:ID!$input:RescindContractInput!){rescindContract(id:$id input:$input){contract{...ContractNow}}} fragment ContractNow on Contract{id version deckId presentationId status createdAt updatedAt expiresAt signedAt rescindableUntil rescindedAt pseudonymizedAt heldUntil declineReason coSigner tier total currency missingSigners documentHash signatures{signer name signedAt tier}warnings{code detail}document{language timeZone offer currency seller homeowner{firstName lastName}tiers{tier name total deposit tax}}}`,
);
