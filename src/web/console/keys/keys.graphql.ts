// Written by "npm run documents" from keys.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type ApiKeysQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ApiKeysQuery = { readonly apiKeys: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<Types.KeyScope>, readonly deckIds: ReadonlyArray<string> | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousUntil: string | null, readonly revokedAt: string | null, readonly version: number }> } | null };

export type CreateApiKeyMutationVariables = Exact<{
  input: Types.CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { readonly createApiKey: { readonly token: string, readonly apiKey: { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<Types.KeyScope>, readonly deckIds: ReadonlyArray<string> | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousUntil: string | null, readonly revokedAt: string | null, readonly version: number } } | null };

export type RotateApiKeyMutationVariables = Exact<{
  id: string | number;
  ifVersion: number;
}>;


export type RotateApiKeyMutation = { readonly rotateApiKey: { readonly token: string, readonly apiKey: { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<Types.KeyScope>, readonly deckIds: ReadonlyArray<string> | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousUntil: string | null, readonly revokedAt: string | null, readonly version: number } } | null };

export type RevokeApiKeyMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeApiKeyMutation = { readonly revokeApiKey: { readonly apiKey: { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<Types.KeyScope>, readonly deckIds: ReadonlyArray<string> | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousUntil: string | null, readonly revokedAt: string | null, readonly version: number } } | null };

export type ApiKeyRowFragment = { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<Types.KeyScope>, readonly deckIds: ReadonlyArray<string> | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousUntil: string | null, readonly revokedAt: string | null, readonly version: number };

export const ApiKeysDocument = operation<ApiKeysQuery, ApiKeysQueryVariables>(
  `query ApiKeys($first:Int!$after:String){apiKeys(first:$first after:$after){pageInfo{hasNextPage endCursor}nodes{...ApiKeyRow}}} fragment ApiKeyRow on ApiKey{id name prefix scopes deckIds expiresAt lastUsedAt previousUntil revokedAt version}`,
);

export const CreateApiKeyDocument = operation<CreateApiKeyMutation, CreateApiKeyMutationVariables>(
  `mutation CreateApiKey($input:CreateApiKeyInput!){createApiKey(input:$input){token apiKey{...ApiKeyRow}}} fragment ApiKeyRow on ApiKey{id name prefix scopes deckIds expiresAt lastUsedAt previousUntil revokedAt version}`,
);

export const RotateApiKeyDocument = operation<RotateApiKeyMutation, RotateApiKeyMutationVariables>(
  `mutation RotateApiKey($id:ID!$ifVersion:Int!){rotateApiKey(id:$id ifVersion:$ifVersion){token apiKey{...ApiKeyRow}}} fragment ApiKeyRow on ApiKey{id name prefix scopes deckIds expiresAt lastUsedAt previousUntil revokedAt version}`,
);

export const RevokeApiKeyDocument = operation<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>(
  `mutation RevokeApiKey($id:ID!){revokeApiKey(id:$id){apiKey{...ApiKeyRow}}} fragment ApiKeyRow on ApiKey{id name prefix scopes deckIds expiresAt lastUsedAt previousUntil revokedAt version}`,
);
