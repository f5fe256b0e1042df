// Written by "npm run documents" from play.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type ReceiverFragment = { readonly id: string, readonly url: string, readonly answer: Types.ReceiverAnswer, readonly delaySeconds: number, readonly createdAt: string, readonly expiresAt: string, readonly subscription: { readonly id: string, readonly name: string, readonly eventType: string, readonly isActive: boolean } | null };

export type ReceiversQueryVariables = Exact<{ [key: string]: never; }>;


export type ReceiversQuery = { readonly playgroundReceivers: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly url: string, readonly answer: Types.ReceiverAnswer, readonly delaySeconds: number, readonly createdAt: string, readonly expiresAt: string, readonly subscription: { readonly id: string, readonly name: string, readonly eventType: string, readonly isActive: boolean } | null }> } | null };

export type RequestsQueryVariables = Exact<{
  receiverId: string | number;
}>;


export type RequestsQuery = { readonly playgroundReceiver: { readonly id: string, readonly requests: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly headers: Record<string, unknown>, readonly body: string | null, readonly verdict: Types.SignatureVerdict, readonly status: number }> } } | null };

export type DeliveryOfQueryVariables = Exact<{
  eventId: string | number;
  subscriptionId: string | number;
}>;


export type DeliveryOfQuery = { readonly deliveries: { readonly nodes: ReadonlyArray<{ readonly id: string }> } | null };

export type CreateReceiverMutationVariables = Exact<{
  input: Types.CreatePlaygroundReceiverInput;
}>;


export type CreateReceiverMutation = { readonly createPlaygroundReceiver: { readonly receiver: { readonly id: string, readonly url: string, readonly answer: Types.ReceiverAnswer, readonly delaySeconds: number, readonly createdAt: string, readonly expiresAt: string, readonly subscription: { readonly id: string, readonly name: string, readonly eventType: string, readonly isActive: boolean } | null } } | null };

export type UpdateReceiverMutationVariables = Exact<{
  id: string | number;
  input: Types.UpdatePlaygroundReceiverInput;
}>;


export type UpdateReceiverMutation = { readonly updatePlaygroundReceiver: { readonly receiver: { readonly id: string, readonly url: string, readonly answer: Types.ReceiverAnswer, readonly delaySeconds: number, readonly createdAt: string, readonly expiresAt: string, readonly subscription: { readonly id: string, readonly name: string, readonly eventType: string, readonly isActive: boolean } | null } } | null };

export type DeleteReceiverMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteReceiverMutation = { readonly deletePlaygroundReceiver: { readonly receiver: { readonly id: string } } | null };

export type CreateSubscriptionMutationVariables = Exact<{
  input: Types.CreateSubscriptionInput;
}>;


export type CreateSubscriptionMutation = { readonly createSubscription: { readonly subscription: { readonly id: string } } | null };

export type SendTestMutationVariables = Exact<{
  id: string | number;
}>;


export type SendTestMutation = { readonly testSubscription: { readonly delivery: { readonly id: string, readonly status: Types.DeliveryStatus } } | null };

export type ResendMutationVariables = Exact<{
  id: string | number;
}>;


export type ResendMutation = { readonly resendDelivery: { readonly delivery: { readonly id: string, readonly status: Types.DeliveryStatus } } | null };

export const ReceiversDocument = operation<ReceiversQuery, ReceiversQueryVariables>(
  `query Receivers{playgroundReceivers{nodes{...Receiver}}} fragment Receiver on PlaygroundReceiver{id url answer delaySeconds createdAt expiresAt subscription{id name eventType isActive}}`,
);

export const RequestsDocument = operation<RequestsQuery, RequestsQueryVariables>(
  `query Requests($receiverId:ID!){playgroundReceiver(id:$receiverId){id requests(first:20){nodes{id createdAt headers body verdict status}}}}`,
);

export const DeliveryOfDocument = operation<DeliveryOfQuery, DeliveryOfQueryVariables>(
  `query DeliveryOf($eventId:ID!$subscriptionId:ID!){deliveries(eventId:$eventId subscriptionId:$subscriptionId first:1){nodes{id}}}`,
);

export const CreateReceiverDocument = operation<CreateReceiverMutation, CreateReceiverMutationVariables>(
  `mutation CreateReceiver($input:CreatePlaygroundReceiverInput!){createPlaygroundReceiver(input:$input){receiver{...Receiver}}} fragment Receiver on PlaygroundReceiver{id url answer delaySeconds createdAt expiresAt subscription{id name eventType isActive}}`,
);

export const UpdateReceiverDocument = operation<UpdateReceiverMutation, UpdateReceiverMutationVariables>(
  `mutation UpdateReceiver($id:ID!$input:UpdatePlaygroundReceiverInput!){updatePlaygroundReceiver(id:$id input:$input){receiver{...Receiver}}} fragment Receiver on PlaygroundReceiver{id url answer delaySeconds createdAt expiresAt subscription{id name eventType isActive}}`,
);

export const DeleteReceiverDocument = operation<DeleteReceiverMutation, DeleteReceiverMutationVariables>(
  `mutation DeleteReceiver($id:ID!){deletePlaygroundReceiver(id:$id){receiver{id}}}`,
);

export const CreateSubscriptionDocument = operation<CreateSubscriptionMutation, CreateSubscriptionMutationVariables>(
  `mutation CreateSubscription($input:CreateSubscriptionInput!){createSubscription(input:$input){subscription{id}}}`,
);

export const SendTestDocument = operation<SendTestMutation, SendTestMutationVariables>(
  `mutation SendTest($id:ID!){testSubscription(id:$id){delivery{id status}}}`,
);

export const ResendDocument = operation<ResendMutation, ResendMutationVariables>(
  `mutation Resend($id:ID!){resendDelivery(id:$id){delivery{id status}}}`,
);
