/** @description The headers of each webhook, by which a receiver verifies it and recognises repeats. */
export type WebhookHeaders = {
    /**
     * Format: uuid
     * @description The id of the event: the same on every attempt.
     */
    readonly "webhook-id": string;
    /** @description When this attempt was sent, in seconds since 1970. */
    readonly "webhook-timestamp": string;
    /** @description Signatures by Standard Webhooks, separated by spaces; two while a rotation of the secret overlaps. */
    readonly "webhook-signature": string;
    /** @description The event's place in the log. */
    readonly "deckcast-cursor": string;
    /** @description The trace of the request that recorded the event (W3C Trace Context), where the server has traces. */
    readonly traceparent?: string;
};
/** @description The headers of a webhook with the format cloudevents, beside those of each webhook. */
export type CloudEventHeaders = {
    /** @constant */
    readonly "ce-specversion": "1.0";
    /**
     * Format: uuid
     * @description The id of the event, as in webhook-id.
     */
    readonly "ce-id": string;
    /**
     * Format: uri-reference
     * @description The log of the server: absolute where the server has a PUBLIC_URL.
     */
    readonly "ce-source": string;
    /** @description The event type, without a prefix. */
    readonly "ce-type": string;
    /**
     * Format: date-time
     * @description When the event was recorded.
     */
    readonly "ce-time": string;
    /**
     * Format: uuid
     * @description The deck that the event is about; absent for none.
     */
    readonly "ce-subject"?: string;
    /**
     * Format: uri
     * @description The JSON Schema that the data fit. Absent for types that clients publish, for data that do not fit, such as those of erased homeowners, and where the server has no PUBLIC_URL.
     */
    readonly "ce-dataschema"?: string;
};
/** @description What the stream adds to each event. */
export type Position = {
    /** @description The place of the event in the log. */
    readonly cursor: string;
};
/** @description Every event that the product records itself. The data of a homeowner who was erased since are `{"erased": true}` with their ids instead: look for `erased` first. */
export type DeckcastEvent = ContractDeclinedEvent | ContractExpiredEvent | ContractRescindedEvent | ContractSentEvent | ContractSignatureAddedEvent | ContractSignedEvent | ContractUpdatedEvent | ContractViewedEvent | ContractVoidedEvent | DeckCreatedEvent | DeckDeletedEvent | DeckUpdatedEvent | DeliveryDeadEvent | FanOutDeadEvent | FaqCreatedEvent | FaqDeletedEvent | FaqUpdatedEvent | JobDeadEvent | LinkCreatedEvent | LinkOpenedEvent | LinkRevokedEvent | LinkUpdatedEvent | LinkVisitedEvent | PresentationAddOnsSelectedEvent | PresentationAnswersProgressedEvent | PresentationCreatedEvent | PresentationDeletedEvent | PresentationEngagementChangedEvent | PresentationFailedEvent | PresentationOpenedEvent | PresentationProgressedEvent | PresentationReadyEvent | PresentationTierSelectedEvent | PresentationUpdatedEvent | QuestionAskedEvent | QuestionUnansweredEvent | SlideCreatedEvent | SlideDeletedEvent | SlideReorderedEvent | SlideUpdatedEvent | SlideViewedEvent | SubscriptionDisabledEvent | SubscriptionRecoveredEvent | TestPingEvent | TierViewedEvent;
/** @description An event as the stream sends it. */
export type StreamedEvent = DeckcastEvent & Position;
/** @description An event of a type that a client has published. */
export type OtherEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    readonly type: string;
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: {
        readonly [key: string]: unknown;
    };
};
/** @description A contract was declined by the homeowner. */
export type ContractDeclinedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "contract.declined";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: ContractDeclinedData;
};
export type ContractDeclinedData = {
    /**
     * Format: uuid
     * @description The contract.
     */
    readonly contractId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description The hash of its document at that moment. */
    readonly documentHash: string;
    /**
     * Format: uuid
     * @description The slide of the deck whose offer it is.
     */
    readonly sourceSlideId: string;
    /**
     * @description Its state from then on.
     * @enum {string}
     */
    readonly status: "draft" | "sent" | "viewed" | "signed" | "declined" | "voided" | "expired" | "rescinded";
    /** @description Time from which it can no longer be signed; null where it was never sent. */
    readonly expiresAt: string | null;
    /** @description Total of the tier that is selected in the presentation, or else suggested there; null without one. Filters compare it as a number. */
    readonly total: string | null;
    /** @description The total in minor units of the currency, such as cents. */
    readonly totalMinor: number | null;
    /** @description ISO 4217 code of the prices. */
    readonly currency: string;
};
/** @description A contract expired before it was signed. */
export type ContractExpiredEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "contract.expired";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: ContractExpiredData;
};
export type ContractExpiredData = {
    /**
     * Format: uuid
     * @description The contract.
     */
    readonly contractId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description The hash of its document at that moment. */
    readonly documentHash: string;
    /**
     * Format: uuid
     * @description The slide of the deck whose offer it is.
     */
    readonly sourceSlideId: string;
    /**
     * @description Its state from then on.
     * @enum {string}
     */
    readonly status: "draft" | "sent" | "viewed" | "signed" | "declined" | "voided" | "expired" | "rescinded";
    /** @description Time from which it can no longer be signed; null where it was never sent. */
    readonly expiresAt: string | null;
    /** @description Total of the tier that is selected in the presentation, or else suggested there; null without one. Filters compare it as a number. */
    readonly total: string | null;
    /** @description The total in minor units of the currency, such as cents. */
    readonly totalMinor: number | null;
    /** @description ISO 4217 code of the prices. */
    readonly currency: string;
};
/** @description The homeowner canceled a contract that they had signed, within the time of their right to cancel. */
export type ContractRescindedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "contract.rescinded";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: ContractRescindedData;
};
export type ContractRescindedData = {
    /**
     * Format: uuid
     * @description The contract.
     */
    readonly contractId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description The hash of its document at that moment. */
    readonly documentHash: string;
    /**
     * Format: date-time
     * @description When the homeowner gave notice.
     */
    readonly rescindedAt: string;
    /**
     * @description Who recorded it: homeowner by a link, or seller.
     * @enum {string}
     */
    readonly recordedBy: "homeowner" | "seller";
};
/** @description A contract was sent: it can be signed until it expires. */
export type ContractSentEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "contract.sent";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: ContractSentData;
};
export type ContractSentData = {
    /**
     * Format: uuid
     * @description The contract.
     */
    readonly contractId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description The hash of its document at that moment. */
    readonly documentHash: string;
    /**
     * Format: uuid
     * @description The slide of the deck whose offer it is.
     */
    readonly sourceSlideId: string;
    /**
     * @description Its state from then on.
     * @enum {string}
     */
    readonly status: "draft" | "sent" | "viewed" | "signed" | "declined" | "voided" | "expired" | "rescinded";
    /** @description Time from which it can no longer be signed; null where it was never sent. */
    readonly expiresAt: string | null;
    /** @description Total of the tier that is selected in the presentation, or else suggested there; null without one. Filters compare it as a number. */
    readonly total: string | null;
    /** @description The total in minor units of the currency, such as cents. */
    readonly totalMinor: number | null;
    /** @description ISO 4217 code of the prices. */
    readonly currency: string;
};
/** @description One of two owners has signed a contract: the signature of the other one is missing. */
export type ContractSignatureAddedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "contract.signature_added";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: ContractSignatureAddedData;
};
export type ContractSignatureAddedData = {
    /**
     * Format: uuid
     * @description The contract.
     */
    readonly contractId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description The hash of its document at that moment. */
    readonly documentHash: string;
    /**
     * @description Who has signed.
     * @enum {string}
     */
    readonly signer: "homeowner" | "co_signer";
    /**
     * @description The signed tier.
     * @enum {string}
     */
    readonly tier: "good" | "better" | "best";
    /**
     * Format: date-time
     * @description When this signature was given.
     */
    readonly signedAt: string;
};
/** @description A contract was signed by all who sign it. This event occurs once per contract. */
export type ContractSignedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "contract.signed";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: ContractSignedData;
};
export type ContractSignedData = {
    /**
     * Format: uuid
     * @description The contract.
     */
    readonly contractId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description The hash of its document at that moment. */
    readonly documentHash: string;
    /**
     * Format: uuid
     * @description The slide of the deck whose offer it is.
     */
    readonly sourceSlideId: string;
    /**
     * @description The signed tier.
     * @enum {string}
     */
    readonly tier: "good" | "better" | "best";
    /** @description Decimal text with the digits of the currency. Filters compare it as a number. */
    readonly total: string;
    /** @description The total in minor units of the currency, such as cents. */
    readonly totalMinor: number;
    /** @description ISO 4217 code of the total. */
    readonly currency: string;
    /**
     * Format: date-time
     * @description When the last signature was given.
     */
    readonly signedAt: string;
};
/** @description The draft of a contract was changed: its expiry or its co-signer. */
export type ContractUpdatedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "contract.updated";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: ContractUpdatedData;
};
export type ContractUpdatedData = {
    /**
     * Format: uuid
     * @description The contract.
     */
    readonly contractId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description The hash of its document at that moment. */
    readonly documentHash: string;
    /** @description The properties that changed. */
    readonly changed: readonly string[];
};
/** @description A contract was viewed for the first time. */
export type ContractViewedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "contract.viewed";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: ContractViewedData;
};
export type ContractViewedData = {
    /**
     * Format: uuid
     * @description The contract.
     */
    readonly contractId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description The hash of its document at that moment. */
    readonly documentHash: string;
    /**
     * Format: uuid
     * @description The slide of the deck whose offer it is.
     */
    readonly sourceSlideId: string;
    /**
     * @description Its state from then on.
     * @enum {string}
     */
    readonly status: "draft" | "sent" | "viewed" | "signed" | "declined" | "voided" | "expired" | "rescinded";
    /** @description Time from which it can no longer be signed; null where it was never sent. */
    readonly expiresAt: string | null;
    /** @description Total of the tier that is selected in the presentation, or else suggested there; null without one. Filters compare it as a number. */
    readonly total: string | null;
    /** @description The total in minor units of the currency, such as cents. */
    readonly totalMinor: number | null;
    /** @description ISO 4217 code of the prices. */
    readonly currency: string;
};
/** @description A contract was withdrawn by the seller. */
export type ContractVoidedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "contract.voided";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: ContractVoidedData;
};
export type ContractVoidedData = {
    /**
     * Format: uuid
     * @description The contract.
     */
    readonly contractId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description The hash of its document at that moment. */
    readonly documentHash: string;
    /**
     * Format: uuid
     * @description The slide of the deck whose offer it is.
     */
    readonly sourceSlideId: string;
    /**
     * @description Its state from then on.
     * @enum {string}
     */
    readonly status: "draft" | "sent" | "viewed" | "signed" | "declined" | "voided" | "expired" | "rescinded";
    /** @description Time from which it can no longer be signed; null where it was never sent. */
    readonly expiresAt: string | null;
    /** @description Total of the tier that is selected in the presentation, or else suggested there; null without one. Filters compare it as a number. */
    readonly total: string | null;
    /** @description The total in minor units of the currency, such as cents. */
    readonly totalMinor: number | null;
    /** @description ISO 4217 code of the prices. */
    readonly currency: string;
};
/** @description A deck was created. */
export type DeckCreatedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "deck.created";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: DeckCreatedData;
};
export type DeckCreatedData = {
    /** @description The name of the deck. */
    readonly name: string;
};
/** @description A deck was deleted with its contents. */
export type DeckDeletedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "deck.deleted";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: DeckDeletedData;
};
export type DeckDeletedData = {
    /** @description The name of the deck. */
    readonly name: string;
};
/** @description A deck was changed. */
export type DeckUpdatedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "deck.updated";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: DeckUpdatedData;
};
export type DeckUpdatedData = {
    /** @description The name of the deck. */
    readonly name: string;
    /** @description The properties that changed. */
    readonly changed: readonly string[];
};
/** @description Deliveries to a subscription were given up. They are kept and can be resent. Recorded at once, and then at most once an hour for each subscription. The subscription itself does not receive it. */
export type DeliveryDeadEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "delivery.dead";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: DeliveryDeadData;
};
export type DeliveryDeadData = {
    /**
     * Format: uuid
     * @description The last delivery that was given up.
     */
    readonly deliveryId: string;
    /**
     * Format: uuid
     * @description The notification subscription.
     */
    readonly subscriptionId: string;
    /**
     * Format: uuid
     * @description The event of the last delivery.
     */
    readonly eventId: string;
    /** @description The type of that event. */
    readonly eventType: string;
    /** @description Why the last delivery was given up; null if unknown. */
    readonly error: string | null;
    /** @description How many deliveries were given up since the previous delivery.dead of this subscription. */
    readonly deliveryCount: number;
    /**
     * Format: uuid
     * @description The first delivery that was given up.
     */
    readonly firstDeliveryId: string;
};
/** @description The deliveries of an event could not all be created in 10 tries. A client can retry. */
export type FanOutDeadEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "fan_out.dead";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: FanOutDeadData;
};
export type FanOutDeadData = {
    /**
     * Format: uuid
     * @description The event whose deliveries lack.
     */
    readonly eventId: string;
    /** @description The type of that event. */
    readonly eventType: string;
    /** @description How often it was tried. */
    readonly attemptCount: number;
    /** @description Why the last try failed. */
    readonly error: string;
};
/** @description A FAQ was added to a deck. */
export type FaqCreatedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "faq.created";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: FaqCreatedData;
};
export type FaqCreatedData = {
    /**
     * Format: uuid
     * @description The FAQ.
     */
    readonly faqId: string;
    /** @description The question that it answers. */
    readonly userQuestion: string;
};
/** @description A FAQ was deleted from a deck. */
export type FaqDeletedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "faq.deleted";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: FaqDeletedData;
};
export type FaqDeletedData = {
    /**
     * Format: uuid
     * @description The FAQ.
     */
    readonly faqId: string;
    /** @description The question that it answers. */
    readonly userQuestion: string;
};
/** @description A FAQ was changed. */
export type FaqUpdatedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "faq.updated";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: FaqUpdatedData;
};
export type FaqUpdatedData = {
    /**
     * Format: uuid
     * @description The FAQ.
     */
    readonly faqId: string;
    /** @description The question that it answers. */
    readonly userQuestion: string;
    /** @description The properties that changed. */
    readonly changed: readonly string[];
};
/** @description A background job failed its last try. It is kept and can be retried. */
export type JobDeadEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "job.dead";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: JobDeadData;
};
export type JobDeadData = {
    /**
     * Format: uuid
     * @description The job.
     */
    readonly jobId: string;
    /** @description The kind of job, such as narrate-presentation. */
    readonly kind: string;
    /** @description Input of the job: ids and log positions. */
    readonly data: {
        readonly [key: string]: unknown;
    };
    /** @description How often it was tried. */
    readonly attemptCount: number;
    /** @description Why the last try failed. */
    readonly reason: string;
};
/** @description A link to a presentation was made. */
export type LinkCreatedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "link.created";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: LinkCreatedData;
};
export type LinkCreatedData = {
    /**
     * Format: uuid
     * @description The link.
     */
    readonly linkId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /**
     * @description What it gives.
     * @enum {string}
     */
    readonly scope: "view" | "view_and_sign";
    /**
     * Format: date-time
     * @description Time from which it opens nothing.
     */
    readonly expiresAt: string;
};
/** @description A link was opened in another browser than before; viewerCount counts them. */
export type LinkOpenedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "link.opened";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: LinkOpenedData;
};
export type LinkOpenedData = {
    /**
     * Format: uuid
     * @description The link that was opened.
     */
    readonly linkId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /**
     * Format: uuid
     * @description The browser, by an id of its own.
     */
    readonly viewerId: string;
    /** @description How many browsers have opened the link. */
    readonly viewerCount: number;
};
/** @description A link to a presentation was revoked. */
export type LinkRevokedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "link.revoked";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: LinkRevokedData;
};
export type LinkRevokedData = {
    /**
     * Format: uuid
     * @description The link.
     */
    readonly linkId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
};
/** @description A link to a presentation was changed: its name, its scope or its expiry. */
export type LinkUpdatedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "link.updated";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: LinkUpdatedData;
};
export type LinkUpdatedData = {
    /**
     * Format: uuid
     * @description The link.
     */
    readonly linkId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description The properties that changed. */
    readonly changed: readonly string[];
};
/** @description A link to a presentation was opened; visitCount counts how often so far. At most 30 are recorded for one link in an hour. */
export type LinkVisitedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "link.visited";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: LinkVisitedData;
};
export type LinkVisitedData = {
    /**
     * Format: uuid
     * @description The link.
     */
    readonly linkId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description How often it was opened so far. */
    readonly visitCount: number;
};
/** @description The homeowner selected add-ons; addOns has the keys of all that are selected now. */
export type PresentationAddOnsSelectedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "presentation.add_ons_selected";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: PresentationAddOnsSelectedData;
};
export type PresentationAddOnsSelectedData = {
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /**
     * Format: uuid
     * @description The slide of the deck that has the offer.
     */
    readonly sourceSlideId: string;
    /** @description The keys of all add-ons that are selected now. */
    readonly addOns: readonly string[];
};
/** @description The answer of a FAQ of a presentation was spoken or has failed. Sent to streams only, never delivered. */
export type PresentationAnswersProgressedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "presentation.answers_progressed";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: PresentationAnswersProgressedData;
};
export type PresentationAnswersProgressedData = {
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description How many are spoken. */
    readonly doneCount: number;
    /** @description How many have failed. */
    readonly failedCount: number;
    /** @description How many there are. */
    readonly totalCount: number;
};
/** @description A presentation was made from a deck for one homeowner. */
export type PresentationCreatedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "presentation.created";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: PresentationCreatedData;
};
export type PresentationCreatedData = {
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /**
     * @description Its state at that moment.
     * @enum {string}
     */
    readonly status: "narrating" | "ready" | "failed";
};
/** @description A presentation was erased. Receivers that keep data of it should erase that too. */
export type PresentationDeletedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "presentation.deleted";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: PresentationDeletedData;
};
export type PresentationDeletedData = {
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
};
/** @description The engagement of a presentation has changed. Sent to streams only, never delivered. */
export type PresentationEngagementChangedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "presentation.engagement_changed";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: PresentationEngagementChangedData;
};
export type PresentationEngagementChangedData = {
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
};
/** @description The narration of a presentation ended with failed slides; sourceSlideId and code are those of the last one. It can be retried. */
export type PresentationFailedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "presentation.failed";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: PresentationFailedData;
};
export type PresentationFailedData = {
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /**
     * Format: uuid
     * @description The slide of the deck that has failed last.
     */
    readonly sourceSlideId: string;
    /** @description Why it has failed. */
    readonly code: string;
    /** @description How many have failed. */
    readonly failedCount: number;
};
/** @description A homeowner opened a presentation; openCount counts how often in this browser, viewerCount the browsers of this link. */
export type PresentationOpenedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "presentation.opened";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: PresentationOpenedData;
};
export type PresentationOpenedData = {
    /**
     * Format: uuid
     * @description The link that was opened.
     */
    readonly linkId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /**
     * Format: uuid
     * @description The browser, by an id of its own.
     */
    readonly viewerId: string;
    /** @description How often this browser has opened it. */
    readonly openCount: number;
    /** @description How many browsers have opened the link. */
    readonly viewerCount: number;
};
/** @description A slide of a presentation was spoken or has failed. Sent to streams only, never delivered. */
export type PresentationProgressedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "presentation.progressed";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: PresentationProgressedData;
};
export type PresentationProgressedData = {
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description How many are spoken. */
    readonly doneCount: number;
    /** @description How many have failed. */
    readonly failedCount: number;
    /** @description How many there are. */
    readonly totalCount: number;
};
/** @description A presentation is complete and can be shown. */
export type PresentationReadyEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "presentation.ready";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: PresentationReadyData;
};
export type PresentationReadyData = {
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /**
     * @description Its state at that moment.
     * @enum {string}
     */
    readonly status: "narrating" | "ready" | "failed";
};
/** @description The homeowner selected a tier. */
export type PresentationTierSelectedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "presentation.tier_selected";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: PresentationTierSelectedData;
};
export type PresentationTierSelectedData = {
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /**
     * @description The tier.
     * @enum {string}
     */
    readonly tier: "good" | "better" | "best";
    /**
     * Format: uuid
     * @description The slide of the deck that has the offer.
     */
    readonly sourceSlideId: string;
};
/** @description A presentation was changed: the details of its request, and what was made again with them. */
export type PresentationUpdatedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "presentation.updated";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: PresentationUpdatedData;
};
export type PresentationUpdatedData = {
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /** @description The properties that changed. */
    readonly changed: readonly string[];
};
/** @description A homeowner asked a question through a link; sourceSlideId is that of the slide of the deck, if it was asked at one. */
export type QuestionAskedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "question.asked";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: QuestionAskedData;
};
export type QuestionAskedData = {
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /**
     * Format: uuid
     * @description The link through which it was asked.
     */
    readonly linkId: string;
    /** @description The slide of the deck at which it was asked; null where it was asked at none. */
    readonly sourceSlideId: string | null;
    /** @description The homeowner's words. */
    readonly question: string;
};
/** @description A homeowner asked what no FAQ of the presentation answers: recorded once for each question of a presentation, which is cut to 200 characters. It is no change of a FAQ: faq.* does not match it. */
export type QuestionUnansweredEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "question.unanswered";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: QuestionUnansweredData;
};
export type QuestionUnansweredData = {
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /**
     * Format: uuid
     * @description The link through which it was asked.
     */
    readonly linkId: string;
    /** @description The slide of the deck at which it was asked; null where it was asked at none. */
    readonly sourceSlideId: string | null;
    /** @description The homeowner's words. */
    readonly question: string;
};
/** @description A slide was added to a deck. */
export type SlideCreatedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "slide.created";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: SlideCreatedData;
};
export type SlideCreatedData = {
    /**
     * Format: uuid
     * @description The slide of the deck.
     */
    readonly sourceSlideId: string;
    /** @description The client's own key of the slide, unique within the deck. */
    readonly slideId: string;
    /** @description The heading of the slide. */
    readonly title: string;
};
/** @description A slide was deleted from a deck. */
export type SlideDeletedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "slide.deleted";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: SlideDeletedData;
};
export type SlideDeletedData = {
    /**
     * Format: uuid
     * @description The slide of the deck.
     */
    readonly sourceSlideId: string;
    /** @description The client's own key of the slide, unique within the deck. */
    readonly slideId: string;
    /** @description The heading of the slide. */
    readonly title: string;
};
/** @description A deck's slides were reordered. */
export type SlideReorderedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "slide.reordered";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: SlideReorderedData;
};
export type SlideReorderedData = {
    /** @description All slides of the deck in their new order. */
    readonly sourceSlideIds: readonly string[];
};
/** @description A slide was changed. */
export type SlideUpdatedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "slide.updated";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: SlideUpdatedData;
};
export type SlideUpdatedData = {
    /**
     * Format: uuid
     * @description The slide of the deck.
     */
    readonly sourceSlideId: string;
    /** @description The client's own key of the slide, unique within the deck. */
    readonly slideId: string;
    /** @description The heading of the slide. */
    readonly title: string;
    /** @description The properties that changed. */
    readonly changed: readonly string[];
};
/** @description A homeowner watched a slide: how many seconds so far, in all visits of this browser, and whether its end was reached. */
export type SlideViewedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "slide.viewed";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: SlideViewedData;
};
export type SlideViewedData = {
    /**
     * Format: uuid
     * @description The link that was opened.
     */
    readonly linkId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /**
     * Format: uuid
     * @description The browser, by an id of its own.
     */
    readonly viewerId: string;
    /**
     * Format: uuid
     * @description The slide of the deck.
     */
    readonly sourceSlideId: string;
    /** @description For how many seconds it was watched so far. */
    readonly seconds: number;
    /** @description Whether its end was reached. */
    readonly isCompleted: boolean;
};
/** @description The service switched a notification subscription off: its receiver asked to stop or has failed for too long. */
export type SubscriptionDisabledEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "subscription.disabled";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: SubscriptionDisabledData;
};
export type SubscriptionDisabledData = {
    /**
     * Format: uuid
     * @description The notification subscription.
     */
    readonly subscriptionId: string;
    /** @description The name of the notification subscription. */
    readonly name: string;
    /** @description Why it was switched off. */
    readonly reason: string;
};
/** @description The receiver of a subscription that was switched off for failures answers again. What it missed is replayed. */
export type SubscriptionRecoveredEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "subscription.recovered";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: SubscriptionRecoveredData;
};
export type SubscriptionRecoveredData = {
    /**
     * Format: uuid
     * @description The notification subscription.
     */
    readonly subscriptionId: string;
    /** @description The name of the notification subscription. */
    readonly name: string;
    /**
     * Format: date-time
     * @description Since when the receiver had failed.
     */
    readonly since: string;
};
/** @description A test of one notification subscription, which alone receives it. */
export type TestPingEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "test.ping";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: TestPingData;
};
export type TestPingData = {
    /**
     * Format: uuid
     * @description The notification subscription.
     */
    readonly subscriptionId: string;
    /** @description The name of the notification subscription. */
    readonly name: string;
};
/** @description A homeowner had the price of a tier on the screen for a second. */
export type TierViewedEvent = {
    /**
     * Format: uuid
     * @description The same on every attempt, and in webhook-id.
     */
    readonly id: string;
    /** @constant */
    readonly type: "tier.viewed";
    /** Format: date-time */
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly data: TierViewedData;
};
export type TierViewedData = {
    /**
     * Format: uuid
     * @description The link that was opened.
     */
    readonly linkId: string;
    /**
     * Format: uuid
     * @description The presentation.
     */
    readonly presentationId: string;
    /**
     * Format: uuid
     * @description The browser, by an id of its own.
     */
    readonly viewerId: string;
    /**
     * Format: uuid
     * @description The slide of the deck.
     */
    readonly sourceSlideId: string;
    /**
     * @description The tier.
     * @enum {string}
     */
    readonly tier: "good" | "better" | "best";
};
