// Written by "npm run documents" from subscriptions.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type HealthFragment = { readonly id: string, readonly name: string, readonly eventType: string, readonly channel: Types.Channel, readonly isActive: boolean, readonly disabledReason: string | null, readonly deck: { readonly id: string, readonly name: string } | null, readonly probeDelivery: { readonly id: string, readonly nextAttemptAt: string | null } | null, readonly health: { readonly failingSince: string | null, readonly lastDeliveredAt: string | null, readonly pendingCount: number, readonly gapSince: string | null } };

export type SettingsFragment = { readonly id: string, readonly version: number, readonly deckId: string | null, readonly filter: Record<string, unknown> | null, readonly channelConfig:
    | (
      { readonly level: string | null, readonly prefix: string | null, readonly lineFormat: string | null }
      & { readonly __typename: 'ConsoleConfig' }
    )
    | (
      { readonly toEmails: ReadonlyArray<string>, readonly fromEmail: string | null, readonly template: { readonly subject: string | null, readonly body: string | null } | null }
      & { readonly __typename: 'EmailConfig' }
    )
    | (
      { readonly url: string, readonly webhookFormat: string | null, readonly headers: ReadonlyArray<{ readonly name: string, readonly value: string }> | null }
      & { readonly __typename: 'WebhookConfig' }
    )
   };

export type SubscriptionsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  isActive?: boolean | null | undefined;
}>;


export type SubscriptionsQuery = { readonly subscriptions: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly eventType: string, readonly channel: Types.Channel, readonly isActive: boolean, readonly disabledReason: string | null, readonly deck: { readonly id: string, readonly name: string } | null, readonly probeDelivery: { readonly id: string, readonly nextAttemptAt: string | null } | null, readonly health: { readonly failingSince: string | null, readonly lastDeliveredAt: string | null, readonly pendingCount: number, readonly gapSince: string | null } }> } | null };

export type OneSubscriptionQueryVariables = Exact<{
  id: string | number;
}>;


export type OneSubscriptionQuery = { readonly subscription: { readonly id: string, readonly name: string, readonly eventType: string, readonly channel: Types.Channel, readonly isActive: boolean, readonly disabledReason: string | null, readonly version: number, readonly deckId: string | null, readonly filter: Record<string, unknown> | null, readonly policy: { readonly retryDelays: ReadonlyArray<number> | null, readonly timeoutMs: number | null, readonly isAutoRecoverEnabled: boolean }, readonly deck: { readonly id: string, readonly name: string } | null, readonly probeDelivery: { readonly id: string, readonly nextAttemptAt: string | null } | null, readonly health: { readonly failingSince: string | null, readonly lastDeliveredAt: string | null, readonly pendingCount: number, readonly gapSince: string | null }, readonly channelConfig:
      | (
        { readonly level: string | null, readonly prefix: string | null, readonly lineFormat: string | null }
        & { readonly __typename: 'ConsoleConfig' }
      )
      | (
        { readonly toEmails: ReadonlyArray<string>, readonly fromEmail: string | null, readonly template: { readonly subject: string | null, readonly body: string | null } | null }
        & { readonly __typename: 'EmailConfig' }
      )
      | (
        { readonly url: string, readonly webhookFormat: string | null, readonly headers: ReadonlyArray<{ readonly name: string, readonly value: string }> | null }
        & { readonly __typename: 'WebhookConfig' }
      )
     } | null };

export type CreateSubscriptionMutationVariables = Exact<{
  input: Types.CreateSubscriptionInput;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateSubscriptionMutation = { readonly createSubscription: { readonly subscription: { readonly id: string, readonly name: string, readonly eventType: string, readonly channel: Types.Channel, readonly isActive: boolean, readonly disabledReason: string | null, readonly deck: { readonly id: string, readonly name: string } | null, readonly probeDelivery: { readonly id: string, readonly nextAttemptAt: string | null } | null, readonly health: { readonly failingSince: string | null, readonly lastDeliveredAt: string | null, readonly pendingCount: number, readonly gapSince: string | null } }, readonly warnings: ReadonlyArray<{ readonly detail: string }> } | null };

export type UpdateSubscriptionMutationVariables = Exact<{
  id: string | number;
  input: Types.UpdateSubscriptionInput;
  ifVersion?: number | null | undefined;
}>;


export type UpdateSubscriptionMutation = { readonly updateSubscription: { readonly subscription: { readonly id: string, readonly name: string, readonly eventType: string, readonly channel: Types.Channel, readonly isActive: boolean, readonly disabledReason: string | null, readonly version: number, readonly deckId: string | null, readonly filter: Record<string, unknown> | null, readonly deck: { readonly id: string, readonly name: string } | null, readonly probeDelivery: { readonly id: string, readonly nextAttemptAt: string | null } | null, readonly health: { readonly failingSince: string | null, readonly lastDeliveredAt: string | null, readonly pendingCount: number, readonly gapSince: string | null }, readonly channelConfig:
        | (
          { readonly level: string | null, readonly prefix: string | null, readonly lineFormat: string | null }
          & { readonly __typename: 'ConsoleConfig' }
        )
        | (
          { readonly toEmails: ReadonlyArray<string>, readonly fromEmail: string | null, readonly template: { readonly subject: string | null, readonly body: string | null } | null }
          & { readonly __typename: 'EmailConfig' }
        )
        | (
          { readonly url: string, readonly webhookFormat: string | null, readonly headers: ReadonlyArray<{ readonly name: string, readonly value: string }> | null }
          & { readonly __typename: 'WebhookConfig' }
        )
       }, readonly warnings: ReadonlyArray<{ readonly detail: string }> } | null };

export type SetActiveMutationVariables = Exact<{
  id: string | number;
  isActive: boolean;
}>;


export type SetActiveMutation = { readonly updateSubscription: { readonly subscription: { readonly id: string, readonly name: string, readonly eventType: string, readonly channel: Types.Channel, readonly isActive: boolean, readonly disabledReason: string | null, readonly deck: { readonly id: string, readonly name: string } | null, readonly probeDelivery: { readonly id: string, readonly nextAttemptAt: string | null } | null, readonly health: { readonly failingSince: string | null, readonly lastDeliveredAt: string | null, readonly pendingCount: number, readonly gapSince: string | null } } } | null };

export type DeleteSubscriptionMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteSubscriptionMutation = { readonly deleteSubscription: { readonly subscription: { readonly id: string } } | null };

export type UpdatePolicyMutationVariables = Exact<{
  id: string | number;
  input: Types.UpdateDeliveryPolicyInput;
}>;


export type UpdatePolicyMutation = { readonly updateDeliveryPolicy: { readonly subscription: { readonly id: string, readonly version: number, readonly policy: { readonly retryDelays: ReadonlyArray<number> | null, readonly timeoutMs: number | null, readonly isAutoRecoverEnabled: boolean } } } | null };

export type SecretQueryVariables = Exact<{
  id: string | number;
}>;


export type SecretQuery = { readonly subscriptionSecret: { readonly secret: string, readonly previousSecretUntil: string | null } | null };

export type RotateSecretMutationVariables = Exact<{
  id: string | number;
  overlapSeconds?: number | null | undefined;
}>;


export type RotateSecretMutation = { readonly rotateSubscriptionSecret: { readonly subscriptionSecret: { readonly secret: string, readonly previousSecretUntil: string | null } } | null };

export type TestSubscriptionMutationVariables = Exact<{
  id: string | number;
  idempotencyKey?: string | null | undefined;
}>;


export type TestSubscriptionMutation = { readonly testSubscription: { readonly delivery: { readonly id: string } } | null };

export type TestResultQueryVariables = Exact<{
  id: string | number;
}>;


export type TestResultQuery = { readonly delivery: { readonly id: string, readonly status: Types.DeliveryStatus, readonly attemptCount: number, readonly attempts: ReadonlyArray<{ readonly id: string, readonly durationMs: number, readonly outcome: Types.AttemptOutcome, readonly statusCode: number | null, readonly error: string | null }> } | null };

export type EventCatalogueQueryVariables = Exact<{ [key: string]: never; }>;


export type EventCatalogueQuery = { readonly eventTypes: ReadonlyArray<{ readonly name: string, readonly description: string, readonly sample: Record<string, unknown>, readonly schema: Record<string, unknown> }> | null };

export type PreviewEmailQueryVariables = Exact<{
  input: Types.PreviewEmailInput;
}>;


export type PreviewEmailQuery = { readonly previewEmail: { readonly subject: string, readonly text: string } | null };

export type RecentEventsQueryVariables = Exact<{
  eventType: string;
  deckId?: string | number | null | undefined;
}>;


export type RecentEventsQuery = { readonly events: { readonly nodes: ReadonlyArray<
      | { readonly id: string, readonly type: string, readonly timestamp: string, readonly cursor: string, readonly payload: Record<string, unknown> }
      | { readonly id: string, readonly type: string, readonly timestamp: string, readonly cursor: string, readonly payload: Record<string, unknown> }
      | { readonly id: string, readonly type: string, readonly timestamp: string, readonly cursor: string, readonly payload: Record<string, unknown> }
    > } | null };

export type TryFilterQueryVariables = Exact<{
  eventType: string;
  deckId?: string | number | null | undefined;
  filter?: Record<string, unknown> | null | undefined;
  after?: string | null | undefined;
}>;


export type TryFilterQuery = { readonly tryFilter: { readonly skippedCount: number, readonly matches: ReadonlyArray<
      | { readonly id: string }
      | { readonly id: string }
      | { readonly id: string }
    > } | null };

export const SubscriptionsDocument = operation<SubscriptionsQuery, SubscriptionsQueryVariables>(
  `query Subscriptions($first:Int!$after:String$isActive:Boolean){subscriptions(first:$first after:$after isActive:$isActive){pageInfo{hasNextPage endCursor}nodes{...Health}}} fragment Health on NotificationSubscription{id name eventType channel isActive disabledReason deck{id name}probeDelivery{id nextAttemptAt}health{failingSince lastDeliveredAt pendingCount gapSince}}`,
);

export const OneSubscriptionDocument = operation<OneSubscriptionQuery, OneSubscriptionQueryVariables>(
  `query OneSubscription($id:ID!){subscription(id:$id){...Health ...Settings policy{retryDelays timeoutMs isAutoRecoverEnabled}}} fragment Health on NotificationSubscription{id name eventType channel isActive disabledReason deck{id name}probeDelivery{id nextAttemptAt}health{failingSince lastDeliveredAt pendingCount gapSince}} fragment Settings on NotificationSubscription{id version deckId filter channelConfig{__typename ...on WebhookConfig{url webhookFormat:format headers{name value}}...on EmailConfig{toEmails fromEmail template{subject body}}...on ConsoleConfig{level lineFormat:format prefix}}}`,
);

export const CreateSubscriptionDocument = operation<CreateSubscriptionMutation, CreateSubscriptionMutationVariables>(
  `mutation CreateSubscription($input:CreateSubscriptionInput!$idempotencyKey:String){createSubscription(input:$input idempotencyKey:$idempotencyKey){subscription{...Health}warnings{detail}}} fragment Health on NotificationSubscription{id name eventType channel isActive disabledReason deck{id name}probeDelivery{id nextAttemptAt}health{failingSince lastDeliveredAt pendingCount gapSince}}`,
);

export const UpdateSubscriptionDocument = operation<UpdateSubscriptionMutation, UpdateSubscriptionMutationVariables>(
  `mutation UpdateSubscription($id:ID!$input:UpdateSubscriptionInput!$ifVersion:Int){updateSubscription(id:$id input:$input ifVersion:$ifVersion){subscription{...Health ...Settings}warnings{detail}}} fragment Health on NotificationSubscription{id name eventType channel isActive disabledReason deck{id name}probeDelivery{id nextAttemptAt}health{failingSince lastDeliveredAt pendingCount gapSince}} fragment Settings on NotificationSubscription{id version deckId filter channelConfig{__typename ...on WebhookConfig{url webhookFormat:format headers{name value}}...on EmailConfig{toEmails fromEmail template{subject body}}...on ConsoleConfig{level lineFormat:format prefix}}}`,
);

export const SetActiveDocument = operation<SetActiveMutation, SetActiveMutationVariables>(
  `mutation SetActive($id:ID!$isActive:Boolean!){updateSubscription(id:$id input:{isActive:$isActive}){subscription{...Health}}} fragment Health on NotificationSubscription{id name eventType channel isActive disabledReason deck{id name}probeDelivery{id nextAttemptAt}health{failingSince lastDeliveredAt pendingCount gapSince}}`,
);

export const DeleteSubscriptionDocument = operation<DeleteSubscriptionMutation, DeleteSubscriptionMutationVariables>(
  `mutation DeleteSubscription($id:ID!){deleteSubscription(id:$id){subscription{id}}}`,
);

export const UpdatePolicyDocument = operation<UpdatePolicyMutation, UpdatePolicyMutationVariables>(
  `mutation UpdatePolicy($id:ID!$input:UpdateDeliveryPolicyInput!){updateDeliveryPolicy(subscriptionId:$id input:$input){subscription{id version policy{retryDelays timeoutMs isAutoRecoverEnabled}}}}`,
);

export const SecretDocument = operation<SecretQuery, SecretQueryVariables>(
  `query Secret($id:ID!){subscriptionSecret(id:$id){secret previousSecretUntil}}`,
);

export const RotateSecretDocument = operation<RotateSecretMutation, RotateSecretMutationVariables>(
  `mutation RotateSecret($id:ID!$overlapSeconds:Int){rotateSubscriptionSecret(id:$id input:{overlapSeconds:$overlapSeconds}){subscriptionSecret{secret previousSecretUntil}}}`,
);

export const TestSubscriptionDocument = operation<TestSubscriptionMutation, TestSubscriptionMutationVariables>(
  `mutation TestSubscription($id:ID!$idempotencyKey:String){testSubscription(id:$id idempotencyKey:$idempotencyKey){delivery{id}}}`,
);

export const TestResultDocument = operation<TestResultQuery, TestResultQueryVariables>(
  `query TestResult($id:ID!){delivery(id:$id){id status attemptCount attempts{id durationMs outcome statusCode error}}}`,
);

export const EventCatalogueDocument = operation<EventCatalogueQuery, EventCatalogueQueryVariables>(
  `query EventCatalogue{eventTypes{name description sample schema}}`,
);

export const PreviewEmailDocument = operation<PreviewEmailQuery, PreviewEmailQueryVariables>(
  `query PreviewEmail($input:PreviewEmailInput!){previewEmail(input:$input){subject text}}`,
);

export const RecentEventsDocument = operation<RecentEventsQuery, RecentEventsQueryVariables>(
  `query RecentEvents($eventType:String!$deckId:ID){events(orderBy:CREATED_DESC first:51 types:[$eventType]deckId:$deckId){nodes{id type timestamp cursor payload}}}`,
);

export const TryFilterDocument = operation<TryFilterQuery, TryFilterQueryVariables>(
  `query TryFilter($eventType:String!$deckId:ID$filter:JSONObject$after:String){tryFilter(eventType:$eventType deckId:$deckId filter:$filter after:$after first:100){skippedCount matches{id}}}`,
);
