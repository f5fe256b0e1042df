// Written by "npm run documents" from create-many.graphql.

import { operation } from '../../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../api/schema.graphql.ts';

export type CreatePresentationsMutationVariables = Exact<{
  deckId: string | number;
  inputs: ReadonlyArray<Types.CreatePresentationInput> | Types.CreatePresentationInput;
  idempotencyKey: string;
}>;


export type CreatePresentationsMutation = { readonly createPresentations: { readonly results: ReadonlyArray<{ readonly presentationId: string | null, readonly problem: { readonly detail: string, readonly reason: Types.ErrorReason, readonly errors: ReadonlyArray<{ readonly pointer: string, readonly code: string, readonly detail: string }> } | null }> } | null };

export const CreatePresentationsDocument = operation<CreatePresentationsMutation, CreatePresentationsMutationVariables>(
  `mutation CreatePresentations($deckId:ID!$inputs:[CreatePresentationInput!]!$idempotencyKey:String!){createPresentations(deckId:$deckId inputs:$inputs idempotencyKey:$idempotencyKey){results{presentationId problem{detail reason errors{pointer code detail}}}}}`,
);
