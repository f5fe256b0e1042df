// Written by "npm run documents" from usage.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type UsageQueryVariables = Exact<{
  key?: string | null | undefined;
}>;


export type UsageQuery = { readonly usage: ReadonlyArray<{ readonly key: string, readonly quota: Types.QuotaName, readonly used: number, readonly limit: number, readonly period: Types.QuotaPeriod | null, readonly resetsAt: string | null }> | null };

export const UsageDocument = operation<UsageQuery, UsageQueryVariables>(
  `query Usage($key:String){usage(key:$key){key quota used limit period resetsAt}}`,
);
