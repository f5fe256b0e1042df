// Written by "npm run documents" from figures.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type StatisticsQueryVariables = Exact<{
  period: Types.StatisticsPeriod;
  subscriptionId?: string | number | null | undefined;
}>;


export type StatisticsQuery = { readonly deliveryStatistics: { readonly bucketSeconds: number, readonly buckets: ReadonlyArray<{ readonly start: string, readonly eventCount: number, readonly deliveredCount: number, readonly failedAttemptCount: number, readonly deadCount: number, readonly backlogCount: number, readonly latencyMs: { readonly p50: number, readonly p95: number } | null }> } | null };

export const StatisticsDocument = operation<StatisticsQuery, StatisticsQueryVariables>(
  `query Statistics($period:StatisticsPeriod!$subscriptionId:ID){deliveryStatistics(period:$period subscriptionId:$subscriptionId){bucketSeconds buckets{start eventCount deliveredCount failedAttemptCount deadCount backlogCount latencyMs{p50 p95}}}}`,
);
