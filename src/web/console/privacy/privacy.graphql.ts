// Written by "npm run documents" from privacy.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type EraseHomeownerMutationVariables = Exact<{
  input: Types.HomeownerSelectorInput;
}>;


export type EraseHomeownerMutation = { readonly eraseHomeowner: { readonly erasure: { readonly isComplete: boolean, readonly presentationIds: ReadonlyArray<string>, readonly contractIds: ReadonlyArray<string>, readonly pseudonymizedContractIds: ReadonlyArray<string>, readonly heldContracts: ReadonlyArray<{ readonly contractId: string, readonly heldUntil: string }> } } | null };

export const EraseHomeownerDocument = operation<EraseHomeownerMutation, EraseHomeownerMutationVariables>(
  `mutation EraseHomeowner($input:HomeownerSelectorInput!){eraseHomeowner(input:$input){erasure{isComplete presentationIds contractIds pseudonymizedContractIds heldContracts{contractId heldUntil}}}}`,
);
