// Written by "npm run documents" from failed-jobs.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type DeadJobsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type DeadJobsQuery = { readonly deadJobs: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: string, readonly attemptCount: number, readonly createdAt: string, readonly enqueuedAt: string, readonly reason: string, readonly data: Record<string, unknown> }> } | null };

export type RetryDeadJobMutationVariables = Exact<{
  id: string | number;
}>;


export type RetryDeadJobMutation = { readonly retryDeadJob: { readonly deadJob: { readonly id: string } } | null };

export const DeadJobsDocument = operation<DeadJobsQuery, DeadJobsQueryVariables>(
  `query DeadJobs($first:Int!$after:String){deadJobs(first:$first after:$after){pageInfo{hasNextPage endCursor}nodes{id kind attemptCount createdAt enqueuedAt reason data}}}`,
);

export const RetryDeadJobDocument = operation<RetryDeadJobMutation, RetryDeadJobMutationVariables>(
  `mutation RetryDeadJob($id:ID!){retryDeadJob(id:$id){deadJob{id}}}`,
);
