// Written by "npm run documents" from keys.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A new key. */
export type CreateApiKeyInput = {
  /** The decks that its holder sees and changes; null for all. What belongs to no deck is excluded too. */
  readonly deckIds?: ReadonlyArray<string | number> | null | undefined;
  /** Time of expiry, in ISO 8601; null for never. */
  readonly expiresAt?: string | null | undefined;
  /** Who or what uses it. */
  readonly name: string;
  /** What its holder may do. `admin` contains all other scopes, and each `write` contains its `read`. */
  readonly scopes: ReadonlyArray<KeyScope>;
};

/** What the holder of a key may do. ADMIN contains all other scopes, and each WRITE contains its READ. REST writes them as `decks:read`. */
export type KeyScope =
  /** All of it, and what no other scope gives, such as keys. */
  | 'ADMIN'
  /** To read the audit log. */
  | 'AUDIT_READ'
  /** To read contracts. */
  | 'CONTRACTS_READ'
  /** To make and change them, too. */
  | 'CONTRACTS_WRITE'
  /** To read decks with their slides, FAQs and translations. */
  | 'DECKS_READ'
  /** To change them, too. */
  | 'DECKS_WRITE'
  /** To publish events. */
  | 'EVENTS_PUBLISH'
  /** To read and receive events. */
  | 'EVENTS_READ'
  /** To read subscriptions and deliveries. */
  | 'NOTIFICATIONS_READ'
  /** To make and change them, too. */
  | 'NOTIFICATIONS_WRITE'
  /** To read presentations. */
  | 'PRESENTATIONS_READ'
  /** To make and change them, too. */
  | 'PRESENTATIONS_WRITE'
  /** To read the secrets of webhooks. */
  | 'SECRETS_READ';

export type ApiKeysQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ApiKeysQuery = { readonly apiKeys: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<KeyScope>, readonly deckIds: ReadonlyArray<string> | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousUntil: string | null, readonly revokedAt: string | null, readonly version: number }> } | null };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { readonly createApiKey: { readonly token: string, readonly apiKey: { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<KeyScope>, readonly deckIds: ReadonlyArray<string> | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousUntil: string | null, readonly revokedAt: string | null, readonly version: number } } | null };

export type RotateApiKeyMutationVariables = Exact<{
  id: string | number;
  ifVersion: number;
}>;


export type RotateApiKeyMutation = { readonly rotateApiKey: { readonly token: string, readonly apiKey: { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<KeyScope>, readonly deckIds: ReadonlyArray<string> | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousUntil: string | null, readonly revokedAt: string | null, readonly version: number } } | null };

export type RevokeApiKeyMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeApiKeyMutation = { readonly revokeApiKey: { readonly apiKey: { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<KeyScope>, readonly deckIds: ReadonlyArray<string> | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousUntil: string | null, readonly revokedAt: string | null, readonly version: number } } | null };

export type ApiKeyRowFragment = { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<KeyScope>, readonly deckIds: ReadonlyArray<string> | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly previousUntil: string | null, readonly revokedAt: string | null, readonly version: number };

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
