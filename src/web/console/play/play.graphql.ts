// Written by "npm run documents" from play.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A way to deliver events. */
export type Channel =
  /** A line on the standard output of the process. */
  | 'CONSOLE'
  /** Mail to up to 50 addresses, which do not see each other. */
  | 'EMAIL'
  /** HTTP POST with a Standard Webhooks signature. */
  | 'WEBHOOK';

/** A new playground receiver. */
export type CreatePlaygroundReceiverInput = {
  /** How it answers. */
  readonly answer?: ReceiverAnswer | null | undefined;
  /** How long SLOW waits, in seconds. */
  readonly delaySeconds?: number | null | undefined;
  /** The notification subscription whose secret verifies the signatures of what arrives; null for none. The server reads the secret, clients need not. */
  readonly subscriptionId?: string | number | null | undefined;
};

/** A new notification subscription. */
export type CreateSubscriptionInput = {
  /** How events are delivered. */
  readonly channel: Channel;
  /** Settings of the channel. webhook: { url, headers, format }; email: { toEmails, fromEmail, template }; console: { level, format, prefix }. headers, format, fromEmail and template may be null. */
  readonly channelConfig: Record<string, unknown>;
  /** Only events of this deck; null for all events. */
  readonly deckId?: string | number | null | undefined;
  /** Event type (case-sensitive), or a pattern such as contract.* or *. */
  readonly eventType: string;
  /** Conditions on the event payload, all of which must be met; null passes all events. Keys are paths that start with id, type, timestamp, deckId or data. Values are the expected value or operators ($eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists, $not). $and, $or, $nor take lists of filters. Decimal text, as amounts are, is compared by its value. At most 50 conditions. */
  readonly filter?: Record<string, unknown> | null | undefined;
  /** Whether events are delivered. */
  readonly isActive?: boolean | null | undefined;
  /** Name for people; it need not be unique. */
  readonly name: string;
};

/** State of a delivery. */
export type DeliveryStatus =
  /** Given up after the last attempt, or because the receiver rejected it permanently. */
  | 'DEAD'
  /** The receiver accepted it. */
  | 'DELIVERED'
  /** An attempt is due at nextAttemptAt. */
  | 'PENDING'
  /** Not delivered, because the subscription was switched off or for the reason in skipReason. */
  | 'SKIPPED';

/** How a playground receiver answers. */
export type ReceiverAnswer =
  /** 500: it fails. */
  | 'FAILURE'
  /** 410: it wants no more, so that the subscription is switched off. */
  | 'GONE'
  /** 400: it rejects. */
  | 'REJECTED'
  /** 204 after delaySeconds. */
  | 'SLOW'
  /** 204: it accepts. */
  | 'SUCCESS';

/** What a check of a Standard Webhooks signature found. */
export type SignatureVerdict =
  /** Its timestamp is more than five minutes off. */
  | 'EXPIRED'
  /** No secret of the subscription has signed it as it is. */
  | 'INVALID'
  /** It lacks headers of a signature. */
  | 'MISSING'
  /** The receiver has no subscription, or the body is too large. */
  | 'UNCHECKED'
  /** A secret of the subscription has signed it. */
  | 'VALID';

/** Changes to a playground receiver. An absent field stays unchanged. */
export type UpdatePlaygroundReceiverInput = {
  /** How it answers. */
  readonly answer?: ReceiverAnswer | null | undefined;
  /** How long SLOW waits, in seconds. */
  readonly delaySeconds?: number | null | undefined;
  /** The notification subscription whose secret verifies the signatures of what arrives; null for none. The server reads the secret, clients need not. */
  readonly subscriptionId?: string | number | null | undefined;
};

export type ReceiverFragment = { readonly id: string, readonly url: string, readonly answer: ReceiverAnswer, readonly delaySeconds: number, readonly createdAt: string, readonly expiresAt: string, readonly subscription: { readonly id: string, readonly name: string, readonly eventType: string, readonly isActive: boolean } | null };

export type ReceiversQueryVariables = Exact<{ [key: string]: never; }>;


export type ReceiversQuery = { readonly playgroundReceivers: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly url: string, readonly answer: ReceiverAnswer, readonly delaySeconds: number, readonly createdAt: string, readonly expiresAt: string, readonly subscription: { readonly id: string, readonly name: string, readonly eventType: string, readonly isActive: boolean } | null }> } | null };

export type RequestsQueryVariables = Exact<{
  receiverId: string | number;
}>;


export type RequestsQuery = { readonly playgroundReceiver: { readonly id: string, readonly requests: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly headers: Record<string, unknown>, readonly body: string | null, readonly verdict: SignatureVerdict, readonly status: number }> } } | null };

export type DeliveryOfQueryVariables = Exact<{
  eventId: string | number;
  subscriptionId: string | number;
}>;


export type DeliveryOfQuery = { readonly deliveries: { readonly nodes: ReadonlyArray<{ readonly id: string }> } | null };

export type CreateReceiverMutationVariables = Exact<{
  input: CreatePlaygroundReceiverInput;
}>;


export type CreateReceiverMutation = { readonly createPlaygroundReceiver: { readonly receiver: { readonly id: string, readonly url: string, readonly answer: ReceiverAnswer, readonly delaySeconds: number, readonly createdAt: string, readonly expiresAt: string, readonly subscription: { readonly id: string, readonly name: string, readonly eventType: string, readonly isActive: boolean } | null } } | null };

export type UpdateReceiverMutationVariables = Exact<{
  id: string | number;
  input: UpdatePlaygroundReceiverInput;
}>;


export type UpdateReceiverMutation = { readonly updatePlaygroundReceiver: { readonly receiver: { readonly id: string, readonly url: string, readonly answer: ReceiverAnswer, readonly delaySeconds: number, readonly createdAt: string, readonly expiresAt: string, readonly subscription: { readonly id: string, readonly name: string, readonly eventType: string, readonly isActive: boolean } | null } } | null };

export type DeleteReceiverMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteReceiverMutation = { readonly deletePlaygroundReceiver: { readonly receiver: { readonly id: string } } | null };

export type CreateSubscriptionMutationVariables = Exact<{
  input: CreateSubscriptionInput;
}>;


export type CreateSubscriptionMutation = { readonly createSubscription: { readonly subscription: { readonly id: string } } | null };

export type SendTestMutationVariables = Exact<{
  id: string | number;
}>;


export type SendTestMutation = { readonly testSubscription: { readonly delivery: { readonly id: string, readonly status: DeliveryStatus } } | null };

export type ResendMutationVariables = Exact<{
  id: string | number;
}>;


export type ResendMutation = { readonly resendDelivery: { readonly delivery: { readonly id: string, readonly status: DeliveryStatus } } | null };

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
