// Written by "npm run documents" from events.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type LatestCursorQueryVariables = Exact<{ [key: string]: never; }>;


export type LatestCursorQuery = { readonly latestEventCursor: string | null };

export type NewestEventsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  types?: ReadonlyArray<string> | string | null | undefined;
  deckId?: string | number | null | undefined;
}>;


export type NewestEventsQuery = { readonly events: { readonly pageInfo: { readonly hasNextPage: boolean }, readonly nodes: ReadonlyArray<
      | { readonly id: string, readonly type: string, readonly timestamp: string, readonly deckId: string | null, readonly cursor: string, readonly payload: Record<string, unknown> }
      | { readonly id: string, readonly type: string, readonly timestamp: string, readonly deckId: string | null, readonly cursor: string, readonly payload: Record<string, unknown> }
      | { readonly id: string, readonly type: string, readonly timestamp: string, readonly deckId: string | null, readonly cursor: string, readonly payload: Record<string, unknown> }
    > } | null };

export type FollowEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  types?: ReadonlyArray<string> | string | null | undefined;
  deckId?: string | number | null | undefined;
}>;


export type FollowEventsSubscription = { readonly events:
    | { readonly id: string, readonly type: string, readonly timestamp: string, readonly deckId: string | null, readonly cursor: string, readonly payload: Record<string, unknown> }
    | { readonly id: string, readonly type: string, readonly timestamp: string, readonly deckId: string | null, readonly cursor: string, readonly payload: Record<string, unknown> }
    | { readonly id: string, readonly type: string, readonly timestamp: string, readonly deckId: string | null, readonly cursor: string, readonly payload: Record<string, unknown> }
   };

export type EventDetailsQueryVariables = Exact<{
  id: string | number;
  withDeliveries: boolean;
}>;


export type EventDetailsQuery = { readonly event:
    | { readonly id: string, readonly type: string, readonly timestamp: string, readonly deckId: string | null, readonly payload: Record<string, unknown>, readonly subject:
        | (
          { readonly id: string }
          & { readonly __typename: 'ApiKey' | 'AuditEntry' | 'Contract' | 'ContractDeclinedEvent' | 'ContractExpiredEvent' | 'ContractRescindedEvent' | 'ContractSentEvent' | 'ContractSignatureAddedEvent' | 'ContractSignedEvent' | 'ContractUpdatedEvent' | 'ContractViewedEvent' | 'ContractVoidedEvent' | 'DeadJob' | 'Deck' | 'DeckCreatedEvent' | 'DeckDeletedEvent' | 'DeckUpdatedEvent' | 'Delivery' | 'DeliveryAttempt' | 'DeliveryDeadEvent' }
        )
        | (
          { readonly id: string }
          & { readonly __typename: 'FanOutDeadEvent' | 'Faq' | 'FaqCreatedEvent' | 'FaqDeletedEvent' | 'FaqUpdatedEvent' | 'Image' | 'JobDeadEvent' | 'LinkCreatedEvent' | 'LinkOpenedEvent' | 'LinkRevokedEvent' | 'LinkUpdatedEvent' | 'LinkVisitedEvent' | 'NotificationSubscription' | 'OtherEvent' | 'PlaygroundReceiver' | 'PlaygroundRequest' | 'Presentation' | 'PresentationAddOnsSelectedEvent' | 'PresentationAnswersProgressedEvent' | 'PresentationCreatedEvent' }
        )
        | (
          { readonly id: string }
          & { readonly __typename: 'PresentationDeletedEvent' | 'PresentationEngagementChangedEvent' | 'PresentationFailedEvent' | 'PresentationFaq' | 'PresentationLink' | 'PresentationOpenedEvent' | 'PresentationProgressedEvent' | 'PresentationReadyEvent' | 'PresentationSlide' | 'PresentationTierSelectedEvent' | 'PresentationUpdatedEvent' | 'QuestionAskedEvent' | 'QuestionUnansweredEvent' | 'Slide' | 'SlideCreatedEvent' | 'SlideDeletedEvent' | 'SlideReorderedEvent' | 'SlideUpdatedEvent' | 'SlideViewedEvent' | 'SubscriptionDisabledEvent' }
        )
        | (
          { readonly id: string }
          & { readonly __typename: 'SubscriptionRecoveredEvent' | 'TestPingEvent' | 'TierViewedEvent' }
        )
       | null, readonly deliveries?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: Types.DeliveryStatus, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly subscription: { readonly id: string, readonly name: string } | null }> } }
    | { readonly id: string, readonly type: string, readonly timestamp: string, readonly deckId: string | null, readonly payload: Record<string, unknown>, readonly subject:
        | (
          { readonly id: string }
          & { readonly __typename: 'ApiKey' | 'AuditEntry' | 'Contract' | 'ContractDeclinedEvent' | 'ContractExpiredEvent' | 'ContractRescindedEvent' | 'ContractSentEvent' | 'ContractSignatureAddedEvent' | 'ContractSignedEvent' | 'ContractUpdatedEvent' | 'ContractViewedEvent' | 'ContractVoidedEvent' | 'DeadJob' | 'Deck' | 'DeckCreatedEvent' | 'DeckDeletedEvent' | 'DeckUpdatedEvent' | 'Delivery' | 'DeliveryAttempt' | 'DeliveryDeadEvent' }
        )
        | (
          { readonly id: string }
          & { readonly __typename: 'FanOutDeadEvent' | 'Faq' | 'FaqCreatedEvent' | 'FaqDeletedEvent' | 'FaqUpdatedEvent' | 'Image' | 'JobDeadEvent' | 'LinkCreatedEvent' | 'LinkOpenedEvent' | 'LinkRevokedEvent' | 'LinkUpdatedEvent' | 'LinkVisitedEvent' | 'NotificationSubscription' | 'OtherEvent' | 'PlaygroundReceiver' | 'PlaygroundRequest' | 'Presentation' | 'PresentationAddOnsSelectedEvent' | 'PresentationAnswersProgressedEvent' | 'PresentationCreatedEvent' }
        )
        | (
          { readonly id: string }
          & { readonly __typename: 'PresentationDeletedEvent' | 'PresentationEngagementChangedEvent' | 'PresentationFailedEvent' | 'PresentationFaq' | 'PresentationLink' | 'PresentationOpenedEvent' | 'PresentationProgressedEvent' | 'PresentationReadyEvent' | 'PresentationSlide' | 'PresentationTierSelectedEvent' | 'PresentationUpdatedEvent' | 'QuestionAskedEvent' | 'QuestionUnansweredEvent' | 'Slide' | 'SlideCreatedEvent' | 'SlideDeletedEvent' | 'SlideReorderedEvent' | 'SlideUpdatedEvent' | 'SlideViewedEvent' | 'SubscriptionDisabledEvent' }
        )
        | (
          { readonly id: string }
          & { readonly __typename: 'SubscriptionRecoveredEvent' | 'TestPingEvent' | 'TierViewedEvent' }
        )
       | null, readonly deliveries?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: Types.DeliveryStatus, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly subscription: { readonly id: string, readonly name: string } | null }> } }
    | { readonly id: string, readonly type: string, readonly timestamp: string, readonly deckId: string | null, readonly payload: Record<string, unknown>, readonly subject:
        | (
          { readonly id: string }
          & { readonly __typename: 'ApiKey' | 'AuditEntry' | 'Contract' | 'ContractDeclinedEvent' | 'ContractExpiredEvent' | 'ContractRescindedEvent' | 'ContractSentEvent' | 'ContractSignatureAddedEvent' | 'ContractSignedEvent' | 'ContractUpdatedEvent' | 'ContractViewedEvent' | 'ContractVoidedEvent' | 'DeadJob' | 'Deck' | 'DeckCreatedEvent' | 'DeckDeletedEvent' | 'DeckUpdatedEvent' | 'Delivery' | 'DeliveryAttempt' | 'DeliveryDeadEvent' }
        )
        | (
          { readonly id: string }
          & { readonly __typename: 'FanOutDeadEvent' | 'Faq' | 'FaqCreatedEvent' | 'FaqDeletedEvent' | 'FaqUpdatedEvent' | 'Image' | 'JobDeadEvent' | 'LinkCreatedEvent' | 'LinkOpenedEvent' | 'LinkRevokedEvent' | 'LinkUpdatedEvent' | 'LinkVisitedEvent' | 'NotificationSubscription' | 'OtherEvent' | 'PlaygroundReceiver' | 'PlaygroundRequest' | 'Presentation' | 'PresentationAddOnsSelectedEvent' | 'PresentationAnswersProgressedEvent' | 'PresentationCreatedEvent' }
        )
        | (
          { readonly id: string }
          & { readonly __typename: 'PresentationDeletedEvent' | 'PresentationEngagementChangedEvent' | 'PresentationFailedEvent' | 'PresentationFaq' | 'PresentationLink' | 'PresentationOpenedEvent' | 'PresentationProgressedEvent' | 'PresentationReadyEvent' | 'PresentationSlide' | 'PresentationTierSelectedEvent' | 'PresentationUpdatedEvent' | 'QuestionAskedEvent' | 'QuestionUnansweredEvent' | 'Slide' | 'SlideCreatedEvent' | 'SlideDeletedEvent' | 'SlideReorderedEvent' | 'SlideUpdatedEvent' | 'SlideViewedEvent' | 'SubscriptionDisabledEvent' }
        )
        | (
          { readonly id: string }
          & { readonly __typename: 'SubscriptionRecoveredEvent' | 'TestPingEvent' | 'TierViewedEvent' }
        )
       | null, readonly deliveries?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: Types.DeliveryStatus, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly subscription: { readonly id: string, readonly name: string } | null }> } }
   | null };

export type EventTypeNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type EventTypeNamesQuery = { readonly eventTypes: ReadonlyArray<{ readonly name: string, readonly description: string }> | null };

export type DeckNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type DeckNamesQuery = { readonly decks: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string }> } | null };

export const LatestCursorDocument = operation<LatestCursorQuery, LatestCursorQueryVariables>(
  `query LatestCursor{latestEventCursor}`,
);

export const NewestEventsDocument = operation<NewestEventsQuery, NewestEventsQueryVariables>(
  `query NewestEvents($first:Int!$after:String$types:[String!]$deckId:ID){events(orderBy:CREATED_DESC first:$first after:$after types:$types deckId:$deckId){pageInfo{hasNextPage}nodes{id type timestamp deckId cursor payload}}}`,
);

export const FollowEventsDocument = operation<FollowEventsSubscription, FollowEventsSubscriptionVariables>(
  `subscription FollowEvents($after:String$types:[String!]$deckId:ID){events(after:$after types:$types deckId:$deckId){id type timestamp deckId cursor payload}}`,
);

export const EventDetailsDocument = operation<EventDetailsQuery, EventDetailsQueryVariables>(
  `query EventDetails($id:ID!$withDeliveries:Boolean!){event(id:$id){id type timestamp deckId payload subject{__typename id}deliveries(first:50)@include(if:$withDeliveries){nodes{id status attemptCount nextAttemptAt subscription{id name}}}}}`,
);

export const EventTypeNamesDocument = operation<EventTypeNamesQuery, EventTypeNamesQueryVariables>(
  `query EventTypeNames{eventTypes{name description}}`,
);

export const DeckNamesDocument = operation<DeckNamesQuery, DeckNamesQueryVariables>(
  `query DeckNames{decks(first:200){nodes{id name}}}`,
);
