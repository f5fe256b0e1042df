// Written by "npm run documents" from privacy.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A homeowner: exactly one of the members. */
export type HomeownerSelectorInput = {
  /** E-mail address, in upper or lower case. */
  readonly email?: string | null | undefined;
  /** Phone number with its country code, in any notation. */
  readonly phone?: string | null | undefined;
  /** The id of one presentation: others of the same homeowner are unchanged. */
  readonly presentationId?: string | number | null | undefined;
};

export type EraseHomeownerMutationVariables = Exact<{
  input: HomeownerSelectorInput;
}>;


export type EraseHomeownerMutation = { readonly eraseHomeowner: { readonly erasure: { readonly isComplete: boolean, readonly presentationIds: ReadonlyArray<string>, readonly contractIds: ReadonlyArray<string>, readonly pseudonymizedContractIds: ReadonlyArray<string>, readonly heldContracts: ReadonlyArray<{ readonly contractId: string, readonly heldUntil: string }> } } | null };

export const EraseHomeownerDocument = operation<EraseHomeownerMutation, EraseHomeownerMutationVariables>(
  `mutation EraseHomeowner($input:HomeownerSelectorInput!){eraseHomeowner(input:$input){erasure{isComplete presentationIds contractIds pseudonymizedContractIds heldContracts{contractId heldUntil}}}}`,
);
