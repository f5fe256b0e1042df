// Written by "npm run documents" from contract.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Who signs a contract. */
export type ContractSigner =
  /** The second owner, whom coSigner of the contract names. */
  | 'CO_SIGNER'
  /** The homeowner of the presentation. */
  | 'HOMEOWNER';

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

/** Why a contract is declined. */
export type DeclineContractInput = {
  /** Why, in the homeowner's words. */
  readonly reason?: string | null | undefined;
};

/** One of the three tiers of an offer. */
export type PricingTier =
  /** The highest tier. */
  | 'BEST'
  /** The middle tier. */
  | 'BETTER'
  /** The lowest tier. */
  | 'GOOD';

/** When the homeowner canceled. */
export type RescindContractInput = {
  /** ISO 8601 time at which the homeowner gave notice, such as the postmark of a letter: from the first signature until now. Now by default. */
  readonly givenAt?: string | null | undefined;
};

/** Changes to a draft. Absent fields keep their values, and null clears them. */
export type UpdateContractInput = {
  /** Full name of a second owner, who signs, too. By default one signature is enough. */
  readonly coSigner?: string | null | undefined;
  /** ISO 8601 time from which it can no longer be signed. By default the end of the day CONTRACT_VALID_DAYS from when it is sent, in the time zone of the presentation. */
  readonly expiresAt?: string | null | undefined;
};

export type ContractNowFragment = { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } };

export type ContractQueryVariables = Exact<{
  id: string | number;
}>;


export type ContractQuery = { readonly contract: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } | null };

export type ContractChangedSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type ContractChangedSubscription = { readonly contractChanged: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } | null };

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
  input: UpdateContractInput;
}>;


export type UpdateContractMutation = { readonly updateContract: { readonly contract: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } } | null };

export type SendContractMutationVariables = Exact<{
  id: string | number;
  idempotencyKey: string;
}>;


export type SendContractMutation = { readonly sendContract: { readonly contract: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } } | null };

export type VoidContractMutationVariables = Exact<{
  id: string | number;
}>;


export type VoidContractMutation = { readonly voidContract: { readonly contract: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } } | null };

export type DeclineContractMutationVariables = Exact<{
  id: string | number;
  input: DeclineContractInput;
}>;


export type DeclineContractMutation = { readonly declineContract: { readonly contract: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } } | null };

export type RescindContractMutationVariables = Exact<{
  id: string | number;
  input: RescindContractInput;
}>;


export type RescindContractMutation = { readonly rescindContract: { readonly contract: { readonly id: string, readonly version: number, readonly deckId: string, readonly presentationId: string, readonly status: ContractStatus, readonly createdAt: string, readonly updatedAt: string, readonly expiresAt: string | null, readonly signedAt: string | null, readonly rescindableUntil: string | null, readonly rescindedAt: string | null, readonly pseudonymizedAt: string | null, readonly heldUntil: string | null, readonly declineReason: string | null, readonly coSigner: string | null, readonly tier: PricingTier | null, readonly total: string | null, readonly currency: string | null, readonly missingSigners: ReadonlyArray<ContractSigner>, readonly documentHash: string, readonly signatures: ReadonlyArray<{ readonly signer: ContractSigner, readonly name: string | null, readonly signedAt: string, readonly tier: PricingTier }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly document: { readonly language: string | null, readonly timeZone: string | null, readonly offer: string | null, readonly currency: string, readonly seller: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string }, readonly tiers: ReadonlyArray<{ readonly tier: PricingTier, readonly name: string, readonly total: string, readonly deposit: string | null, readonly tax: string | null }> } } } | null };

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
