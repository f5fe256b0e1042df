// Written by "npm run documents" from usage.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What a quota counts. */
export type QuotaName =
  /** Events that it has published. */
  | 'EVENTS'
  /** Recipients of the mails of its subscriptions. */
  | 'MAIL_RECIPIENTS'
  /** Characters that it had spoken. */
  | 'SPEECH_CHARACTERS'
  /** Bytes that it has stored. */
  | 'STORED_BYTES'
  /** Notification subscriptions that a key has at a time. */
  | 'SUBSCRIPTIONS'
  /** Attempts to deliver to its webhooks. */
  | 'WEBHOOK_ATTEMPTS';

/** When a quota is counted anew. */
export type QuotaPeriod =
  /** At the beginning of each day of UTC. */
  | 'DAY';

export type UsageQueryVariables = Exact<{
  key?: string | null | undefined;
}>;


export type UsageQuery = { readonly usage: ReadonlyArray<{ readonly key: string, readonly quota: QuotaName, readonly used: number, readonly limit: number, readonly period: QuotaPeriod | null, readonly resetsAt: string | null }> | null };

export const UsageDocument = operation<UsageQuery, UsageQueryVariables>(
  `query Usage($key:String){usage(key:$key){key quota used limit period resetsAt}}`,
);
