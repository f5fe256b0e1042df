// Written by "npm run documents" from audit.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type AuditEntriesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  operation?: string | null | undefined;
  key?: string | null | undefined;
  objectId?: string | null | undefined;
  result?: Types.AuditResult | null | undefined;
}>;


export type AuditEntriesQuery = { readonly auditEntries: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly operation: string, readonly actor: Types.ActorKind, readonly key: string | null, readonly address: string | null, readonly result: Types.AuditResult, readonly reason: string | null, readonly requestId: string, readonly objectCount: number, readonly objects: ReadonlyArray<{ readonly objectId: string, readonly objectType: string, readonly change: Types.AuditedChange, readonly fields: ReadonlyArray<string> }> }> } | null };

export type AuditHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditHeadQuery = { readonly auditHead: { readonly number: number, readonly hash: string, readonly pendingCount: number } | null };

export const AuditEntriesDocument = operation<AuditEntriesQuery, AuditEntriesQueryVariables>(
  `query AuditEntries($first:Int!$after:String$operation:String$key:String$objectId:String$result:AuditResult){auditEntries(first:$first after:$after operation:$operation key:$key objectId:$objectId result:$result){pageInfo{hasNextPage endCursor}nodes{id createdAt operation actor key address result reason requestId objectCount objects{objectId objectType change fields}}}}`,
);

export const AuditHeadDocument = operation<AuditHeadQuery, AuditHeadQueryVariables>(
  `query AuditHead{auditHead{number hash pendingCount}}`,
);
