// Written by "npm run documents" from status.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type StatusQueryVariables = Exact<{ [key: string]: never; }>;


export type StatusQuery = { readonly status: { readonly version: string, readonly startedAt: string, readonly databaseKind: Types.DatabaseKind, readonly databaseVersion: string, readonly databaseTime: string, readonly databaseLatencyMs: number, readonly databaseBytes: number, readonly memoryBytes: number, readonly diskFreeBytes: number, readonly processCount: number, readonly fanOutPendingCount: number, readonly fanOutFailingCount: number, readonly dueDeliveryCount: number, readonly oldestDueAt: string | null, readonly deadJobCount: number, readonly recentErrors: ReadonlyArray<{ readonly at: string, readonly sentence: string }> } | null };

export const StatusDocument = operation<StatusQuery, StatusQueryVariables>(
  `query Status{status{version startedAt databaseKind databaseVersion databaseTime databaseLatencyMs databaseBytes memoryBytes diskFreeBytes processCount recentErrors{at sentence}fanOutPendingCount fanOutFailingCount dueDeliveryCount oldestDueAt deadJobCount}}`,
);
