// Written by "npm run documents" from deliveries.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type RowFragment = { readonly id: string, readonly status: Types.DeliveryStatus, readonly attemptCount: number, readonly createdAt: string, readonly nextAttemptAt: string | null, readonly event:
    | { readonly id: string, readonly type: string }
    | { readonly id: string, readonly type: string }
    | { readonly id: string, readonly type: string }
   | null, readonly subscription: { readonly id: string, readonly name: string } | null, readonly attempts: ReadonlyArray<{ readonly id: string, readonly durationMs: number, readonly statusCode: number | null }> };

export type DeliveriesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  subscriptionId?: string | number | null | undefined;
  status?: Types.DeliveryStatus | null | undefined;
  eventType?: string | null | undefined;
}>;


export type DeliveriesQuery = { readonly deliveries: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: Types.DeliveryStatus, readonly attemptCount: number, readonly createdAt: string, readonly nextAttemptAt: string | null, readonly event:
        | { readonly id: string, readonly type: string }
        | { readonly id: string, readonly type: string }
        | { readonly id: string, readonly type: string }
       | null, readonly subscription: { readonly id: string, readonly name: string } | null, readonly attempts: ReadonlyArray<{ readonly id: string, readonly durationMs: number, readonly statusCode: number | null }> }> } | null };

export type AttemptsSubscriptionVariables = Exact<{
  subscriptionId?: string | number | null | undefined;
}>;


export type AttemptsSubscription = { readonly deliveryAttempts: { readonly id: string } };

export type SubscriptionNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type SubscriptionNamesQuery = { readonly subscriptions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string }> } | null };

export type DeliveryDetailsQueryVariables = Exact<{
  id: string | number;
}>;


export type DeliveryDetailsQuery = { readonly delivery: { readonly id: string, readonly status: Types.DeliveryStatus, readonly attemptCount: number, readonly createdAt: string, readonly nextAttemptAt: string | null, readonly skipReason: string | null, readonly waitReason: string | null, readonly eventId: string, readonly subscriptionId: string, readonly event:
      | { readonly id: string, readonly type: string, readonly timestamp: string, readonly deckId: string | null, readonly payload: Record<string, unknown> }
      | { readonly id: string, readonly type: string, readonly timestamp: string, readonly deckId: string | null, readonly payload: Record<string, unknown> }
      | { readonly id: string, readonly type: string, readonly timestamp: string, readonly deckId: string | null, readonly payload: Record<string, unknown> }
     | null, readonly subscription: { readonly id: string, readonly name: string, readonly isActive: boolean, readonly channelConfig:
        | { readonly __typename: 'ConsoleConfig' | 'EmailConfig' }
        | (
          { readonly url: string, readonly format: string | null, readonly headers: ReadonlyArray<{ readonly name: string, readonly value: string }> | null }
          & { readonly __typename: 'WebhookConfig' }
        )
       } | null, readonly attempts: ReadonlyArray<{ readonly id: string, readonly number: number, readonly startedAt: string, readonly durationMs: number, readonly outcome: Types.AttemptOutcome, readonly phase: Types.AttemptPhase, readonly statusCode: number | null, readonly error: string | null, readonly response: string | null }> } | null };

export type ExplainDeliveryQueryVariables = Exact<{
  eventId: string | number;
  subscriptionId: string | number;
}>;


export type ExplainDeliveryQuery = { readonly explainDelivery: { readonly detail: string } | null };

export type ResendDeliveryMutationVariables = Exact<{
  id: string | number;
}>;


export type ResendDeliveryMutation = { readonly resendDelivery: { readonly delivery: { readonly id: string, readonly status: Types.DeliveryStatus, readonly attemptCount: number, readonly nextAttemptAt: string | null } } | null };

export type RecoverDeliveriesMutationVariables = Exact<{
  subscriptionId: string | number;
  input: Types.RecoverDeliveriesInput;
}>;


export type RecoverDeliveriesMutation = { readonly recoverDeliveries: { readonly recoveredCount: number } | null };

export type PendingCountQueryVariables = Exact<{
  subscriptionId: string | number;
}>;


export type PendingCountQuery = { readonly subscription: { readonly id: string, readonly name: string, readonly health: { readonly pendingCount: number } } | null };

export const DeliveriesDocument = operation<DeliveriesQuery, DeliveriesQueryVariables>(
  `query Deliveries($first:Int!$after:String$subscriptionId:ID$status:DeliveryStatus$eventType:String){deliveries(first:$first after:$after subscriptionId:$subscriptionId status:$status eventType:$eventType){pageInfo{hasNextPage endCursor}nodes{...Row}}} fragment Row on Delivery{id status attemptCount createdAt nextAttemptAt event{id type}subscription{id name}attempts{id durationMs statusCode}}`,
);

export const AttemptsDocument = operation<AttemptsSubscription, AttemptsSubscriptionVariables>(
  `subscription Attempts($subscriptionId:ID){deliveryAttempts(subscriptionId:$subscriptionId){id}}`,
);

export const SubscriptionNamesDocument = operation<SubscriptionNamesQuery, SubscriptionNamesQueryVariables>(
  `query SubscriptionNames{subscriptions(first:200){nodes{id name}}}`,
);

export const DeliveryDetailsDocument = operation<DeliveryDetailsQuery, DeliveryDetailsQueryVariables>(
  `query DeliveryDetails($id:ID!){delivery(id:$id){id status attemptCount createdAt nextAttemptAt skipReason waitReason eventId subscriptionId event{id type timestamp deckId payload}subscription{id name isActive channelConfig{__typename ...on WebhookConfig{url format headers{name value}}}}attempts{id number startedAt durationMs outcome phase statusCode error response}}}`,
);

export const ExplainDeliveryDocument = operation<ExplainDeliveryQuery, ExplainDeliveryQueryVariables>(
  `query ExplainDelivery($eventId:ID!$subscriptionId:ID!){explainDelivery(eventId:$eventId subscriptionId:$subscriptionId){detail}}`,
);

export const ResendDeliveryDocument = operation<ResendDeliveryMutation, ResendDeliveryMutationVariables>(
  `mutation ResendDelivery($id:ID!){resendDelivery(id:$id){delivery{id status attemptCount nextAttemptAt}}}`,
);

export const RecoverDeliveriesDocument = operation<RecoverDeliveriesMutation, RecoverDeliveriesMutationVariables>(
  `mutation RecoverDeliveries($subscriptionId:ID!$input:RecoverDeliveriesInput!){recoverDeliveries(subscriptionId:$subscriptionId input:$input){recoveredCount}}`,
);

export const PendingCountDocument = operation<PendingCountQuery, PendingCountQueryVariables>(
  `query PendingCount($subscriptionId:ID!){subscription(id:$subscriptionId){id name health{pendingCount}}}`,
);
