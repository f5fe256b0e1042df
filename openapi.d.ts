export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly AddOnPrice: {
            readonly key: string;
            readonly label: string;
            readonly description: string | null;
            readonly quantity: string | null;
            readonly unit: string | null;
            readonly rate: string | null;
            readonly amount: string;
            readonly amountText: string | null;
            readonly tiers: readonly ("good" | "better" | "best")[];
            readonly isSelected: boolean;
        };
        readonly ApiKey: {
            readonly id: string;
            readonly name: string;
            readonly scopes: readonly ("decks:read" | "decks:write" | "presentations:read" | "presentations:write" | "contracts:read" | "contracts:write" | "notifications:read" | "notifications:write" | "secrets:read" | "events:read" | "events:publish" | "audit:read" | "admin")[];
            readonly deckIds: readonly string[] | null;
            readonly prefix: string;
            readonly previousUntil: string | null;
            readonly expiresAt: string | null;
            readonly revokedAt: string | null;
            readonly lastUsedAt: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        readonly AskGuestQuestionInput: {
            readonly question: string;
            readonly sourceSlideId?: string | null;
        };
        readonly AttemptLatency: {
            readonly p50: number;
            readonly p95: number;
        };
        readonly AuditEntry: {
            readonly id: string;
            readonly createdAt: string;
            /** @enum {string} */
            readonly actor: "system" | "local" | "public" | "environment" | "key" | "token" | "signed" | "link";
            readonly key: string | null;
            readonly address: string | null;
            readonly operation: string;
            readonly requestId: string;
            /** @enum {string} */
            readonly result: "done" | "refused";
            readonly reason: string | null;
            readonly objects: readonly components["schemas"]["AuditedObject"][];
            readonly objectCount: number;
        };
        readonly AuditHead: {
            readonly number: number;
            readonly hash: string;
            readonly pendingCount: number;
        };
        readonly AuditedObject: {
            readonly objectType: string;
            readonly objectId: string;
            /** @enum {string} */
            readonly change: "created" | "changed" | "deleted" | "read";
            readonly fields: readonly string[];
        };
        readonly Brand: {
            readonly color: string | null;
            readonly logo: string | null;
        };
        readonly BrandInput: {
            readonly color?: string | null;
            readonly logo?: string | null;
        };
        readonly ConsoleConfig: {
            readonly level?: ("debug" | "info" | "warn" | "error") | null;
            readonly format?: ("json" | "pretty") | null;
            readonly prefix?: string | null;
        };
        readonly Contract: {
            readonly id: string;
            readonly presentationId: string;
            readonly sourceSlideId: string | null;
            readonly deckId: string;
            /** @enum {string} */
            readonly status: "draft" | "sent" | "viewed" | "signed" | "declined" | "voided" | "expired" | "rescinded";
            readonly expiresAt: string | null;
            readonly document: {
                readonly [key: string]: unknown;
            };
            readonly documentHash: string;
            readonly coSigner: string | null;
            readonly signatures: readonly components["schemas"]["ContractSignature"][];
            readonly missingSigners: readonly ("homeowner" | "co_signer")[];
            readonly warnings: readonly components["schemas"]["ContractWarning"][];
            readonly tier: ("good" | "better" | "best") | null;
            readonly total: string | null;
            readonly currency: string | null;
            readonly signedAt: string | null;
            readonly notice: {
                readonly [key: string]: unknown;
            } | null;
            readonly rescindableUntil: string | null;
            readonly rescindedAt: string | null;
            readonly declineReason: string | null;
            readonly heldUntil: string | null;
            readonly pseudonymizedAt: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        readonly ContractDeclinedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "contract.declined";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly contractId: string;
                readonly presentationId: string;
                readonly documentHash: string;
                readonly sourceSlideId: string;
                /** @enum {string} */
                readonly status: "draft" | "sent" | "viewed" | "signed" | "declined" | "voided" | "expired" | "rescinded";
                readonly expiresAt: string | null;
                readonly total: string | null;
                readonly totalMinor: number | null;
                readonly currency: string;
            };
        };
        readonly ContractExpiredEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "contract.expired";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly contractId: string;
                readonly presentationId: string;
                readonly documentHash: string;
                readonly sourceSlideId: string;
                /** @enum {string} */
                readonly status: "draft" | "sent" | "viewed" | "signed" | "declined" | "voided" | "expired" | "rescinded";
                readonly expiresAt: string | null;
                readonly total: string | null;
                readonly totalMinor: number | null;
                readonly currency: string;
            };
        };
        readonly ContractRescindedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "contract.rescinded";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly contractId: string;
                readonly presentationId: string;
                readonly documentHash: string;
                readonly rescindedAt: string;
                /** @enum {string} */
                readonly recordedBy: "homeowner" | "seller";
            };
        };
        readonly ContractSentEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "contract.sent";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly contractId: string;
                readonly presentationId: string;
                readonly documentHash: string;
                readonly sourceSlideId: string;
                /** @enum {string} */
                readonly status: "draft" | "sent" | "viewed" | "signed" | "declined" | "voided" | "expired" | "rescinded";
                readonly expiresAt: string | null;
                readonly total: string | null;
                readonly totalMinor: number | null;
                readonly currency: string;
            };
        };
        readonly ContractSignature: {
            /** @enum {string} */
            readonly signer: "homeowner" | "co_signer";
            readonly name: string | null;
            /** @enum {string} */
            readonly tier: "good" | "better" | "best";
            readonly signedAt: string;
            readonly consent: string;
            readonly documentHash: string;
            readonly drawing: components["schemas"]["SignatureDrawing"] | null;
            readonly ip: string | null;
            readonly userAgent: string | null;
            readonly linkId: string | null;
        };
        readonly ContractSignatureAddedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "contract.signature_added";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly contractId: string;
                readonly presentationId: string;
                readonly documentHash: string;
                /** @enum {string} */
                readonly signer: "homeowner" | "co_signer";
                /** @enum {string} */
                readonly tier: "good" | "better" | "best";
                readonly signedAt: string;
            };
        };
        readonly ContractSignedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "contract.signed";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly contractId: string;
                readonly presentationId: string;
                readonly documentHash: string;
                readonly sourceSlideId: string;
                /** @enum {string} */
                readonly tier: "good" | "better" | "best";
                readonly total: string;
                readonly totalMinor: number;
                readonly currency: string;
                readonly signedAt: string;
            };
        };
        readonly ContractUpdatedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "contract.updated";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly contractId: string;
                readonly presentationId: string;
                readonly documentHash: string;
                readonly changed: readonly string[];
            };
        };
        readonly ContractViewedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "contract.viewed";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly contractId: string;
                readonly presentationId: string;
                readonly documentHash: string;
                readonly sourceSlideId: string;
                /** @enum {string} */
                readonly status: "draft" | "sent" | "viewed" | "signed" | "declined" | "voided" | "expired" | "rescinded";
                readonly expiresAt: string | null;
                readonly total: string | null;
                readonly totalMinor: number | null;
                readonly currency: string;
            };
        };
        readonly ContractVoidedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "contract.voided";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly contractId: string;
                readonly presentationId: string;
                readonly documentHash: string;
                readonly sourceSlideId: string;
                /** @enum {string} */
                readonly status: "draft" | "sent" | "viewed" | "signed" | "declined" | "voided" | "expired" | "rescinded";
                readonly expiresAt: string | null;
                readonly total: string | null;
                readonly totalMinor: number | null;
                readonly currency: string;
            };
        };
        readonly ContractWarning: {
            readonly code: string;
            readonly detail: string;
        };
        readonly CreateApiKeyInput: {
            readonly name: string;
            readonly scopes: readonly ("decks:read" | "decks:write" | "presentations:read" | "presentations:write" | "contracts:read" | "contracts:write" | "notifications:read" | "notifications:write" | "secrets:read" | "events:read" | "events:publish" | "audit:read" | "admin")[];
            readonly deckIds?: readonly string[] | null;
            readonly expiresAt?: string | null;
        };
        readonly CreateContractInput: {
            readonly sourceSlideId?: string | null;
            readonly coSigner?: string | null;
        };
        readonly CreateDeckInput: {
            readonly name: string;
            readonly description?: string | null;
            readonly brandName?: string | null;
            readonly brand?: components["schemas"]["BrandInput"] | null;
            readonly currency?: string | null;
            readonly defaultLanguage?: string | null;
            readonly timeZone?: string | null;
            readonly rightToCancel?: components["schemas"]["RightToCancelInput"] | null;
            readonly isEngagementTracked?: boolean | null;
            readonly embedOrigins?: readonly string[] | null;
            readonly variables?: {
                readonly [key: string]: string | number;
            } | null;
        };
        readonly CreateFaqInput: {
            readonly userQuestion: string;
            readonly cannedAnswer: string;
            readonly relatedSlideId?: string | null;
            readonly audioUrl?: string | null;
            readonly wordTimings?: readonly components["schemas"]["WordTimingInput"][] | null;
            readonly translations?: {
                readonly [key: string]: components["schemas"]["FaqTranslationInput"] | null;
            } | null;
        };
        readonly CreatePlaygroundReceiverInput: {
            readonly subscriptionId?: string | null;
            readonly answer?: ("success" | "rejected" | "gone" | "failure" | "slow") | null;
            readonly delaySeconds?: number | null;
        };
        readonly CreatePresentationInput: {
            readonly homeowner: components["schemas"]["HomeownerInput"];
            readonly voice_settings?: components["schemas"]["VoiceSettingsInput"] | null;
            readonly language_settings?: components["schemas"]["LanguageSettingsInput"] | null;
            readonly price_inputs?: components["schemas"]["PriceInputsInput"] | null;
            readonly measurement_strategy?: "manual" | null;
            readonly missing?: ("blank" | "keep" | "error") | null;
        };
        readonly CreatePresentationLinkInput: {
            readonly name: string;
            readonly scope?: ("view" | "view_and_sign") | null;
            readonly expiresAt?: string | null;
            readonly isOneTime?: boolean | null;
        };
        readonly CreatePresentationsInput: {
            readonly inputs: readonly components["schemas"]["CreatePresentationInput"][];
        };
        readonly CreateSlideInput: {
            readonly slideId: string;
            readonly title: string;
            readonly bullets?: readonly string[] | null;
            readonly narrationScript: string;
            readonly slideContext?: string | null;
            readonly audioUrl?: string | null;
            readonly heroImg?: string | null;
            readonly wordTimings?: readonly components["schemas"]["WordTimingInput"][] | null;
            readonly orderIndex?: number | null;
            readonly slideType?: ("standard" | "product_pricing_v1") | null;
            readonly productData?: components["schemas"]["ProductDataInput"] | null;
            readonly translations?: {
                readonly [key: string]: components["schemas"]["SlideTranslationInput"] | null;
            } | null;
        };
        readonly CreateSlidesInput: {
            readonly slides: readonly components["schemas"]["CreateSlideInput"][];
        };
        readonly CreateSubscriptionInput: {
            readonly name: string;
            readonly eventType: string;
            /** @enum {string} */
            readonly channel: "webhook" | "email" | "console";
            readonly channelConfig: components["schemas"]["WebhookConfig"] | components["schemas"]["EmailConfig"] | components["schemas"]["ConsoleConfig"];
            readonly deckId?: string | null;
            readonly isActive?: boolean | null;
            readonly filter?: {
                readonly [key: string]: unknown;
            } | null;
        } & ({
            /** @constant */
            readonly channel: "webhook";
            readonly channelConfig: components["schemas"]["WebhookConfig"];
        } | {
            /** @constant */
            readonly channel: "email";
            readonly channelConfig: components["schemas"]["EmailConfig"];
        } | {
            /** @constant */
            readonly channel: "console";
            readonly channelConfig: components["schemas"]["ConsoleConfig"];
        });
        readonly DeadJob: {
            readonly id: string;
            readonly kind: string;
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly attemptCount: number;
            readonly reason: string;
            readonly enqueuedAt: string;
            readonly createdAt: string;
        };
        readonly Deck: {
            readonly id: string;
            readonly name: string;
            readonly description: string | null;
            readonly brandName: string | null;
            readonly brand: components["schemas"]["Brand"] | null;
            readonly currency: string;
            readonly defaultLanguage: string;
            readonly timeZone: string | null;
            readonly rightToCancel: components["schemas"]["RightToCancel"] | null;
            readonly isEngagementTracked: boolean;
            readonly embedOrigins: readonly string[] | null;
            readonly variables: {
                readonly [key: string]: unknown;
            };
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        readonly DeckCreatedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "deck.created";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly name: string;
            };
        };
        readonly DeckDeletedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "deck.deleted";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly name: string;
            };
        };
        readonly DeckFile: {
            /** @enum {string} */
            readonly format: "deckcast.deck";
            readonly formatVersion: number;
            readonly deck: components["schemas"]["CreateDeckInput"];
            readonly slides: readonly components["schemas"]["CreateSlideInput"][];
            readonly faqs: readonly components["schemas"]["CreateFaqInput"][];
            readonly images: readonly components["schemas"]["DeckFileImage"][];
        };
        readonly DeckFileImage: {
            readonly url: string;
            readonly data: string;
        };
        readonly DeckPlaceholder: {
            readonly name: string;
            readonly isKnown: boolean;
            readonly hasVariable: boolean;
            readonly nearest: string | null;
            readonly problem: string | null;
            readonly useCount: number;
            readonly uses: readonly components["schemas"]["PlaceholderUse"][];
        };
        readonly DeckTranslation: {
            readonly language: string;
            readonly translator: string;
            readonly slideCount: number;
            readonly faqCount: number;
            readonly characterCount: number;
            readonly skipped: readonly components["schemas"]["SkippedTranslation"][];
        };
        readonly DeckUpdatedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "deck.updated";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly name: string;
                readonly changed: readonly string[];
            };
        };
        readonly DeclineContractInput: {
            readonly reason?: string | null;
        };
        readonly Delivery: {
            readonly id: string;
            readonly eventId: string;
            readonly subscriptionId: string;
            /** @enum {string} */
            readonly status: "pending" | "delivered" | "dead" | "skipped";
            readonly attemptCount: number;
            readonly nextAttemptAt: string | null;
            readonly skipReason: string | null;
            readonly waitReason: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        readonly DeliveryAttempt: {
            readonly number: number;
            readonly startedAt: string;
            readonly durationMs: number;
            /** @enum {string} */
            readonly outcome: "delivered" | "failed";
            /** @enum {string} */
            readonly phase: "not_sent" | "interrupted" | "answered";
            readonly statusCode: number | null;
            readonly error: string | null;
            readonly response: string | null;
        };
        readonly DeliveryDeadEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "delivery.dead";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly deliveryId: string;
                readonly subscriptionId: string;
                readonly eventId: string;
                readonly eventType: string;
                readonly error: string | null;
                readonly deliveryCount: number;
                readonly firstDeliveryId: string;
            };
        };
        readonly DeliveryExplanation: {
            /** @enum {string} */
            readonly verdict: "delivered" | "pending" | "dead" | "skipped" | "other_type" | "other_deck" | "filtered" | "predates_subscription" | "inactive" | "fan_out_pending" | "fan_out_dead" | "matched_too_late";
            readonly detail: string;
            readonly delivery: components["schemas"]["Delivery"] | null;
        };
        readonly DeliveryPolicy: {
            readonly retryDelays: readonly number[] | null;
            readonly timeoutMs: number | null;
            readonly isAutoRecoverEnabled: boolean;
        };
        readonly DeliveryStatistics: {
            readonly from: string;
            readonly to: string;
            readonly bucketSeconds: number;
            readonly buckets: readonly components["schemas"]["StatisticsBucket"][];
        };
        readonly DeliveryWithAttempts: {
            readonly id: string;
            readonly eventId: string;
            readonly subscriptionId: string;
            /** @enum {string} */
            readonly status: "pending" | "delivered" | "dead" | "skipped";
            readonly attemptCount: number;
            readonly nextAttemptAt: string | null;
            readonly skipReason: string | null;
            readonly waitReason: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly attempts: readonly components["schemas"]["DeliveryAttempt"][];
        };
        readonly DuplicateDeckInput: {
            readonly name?: string | null;
        };
        readonly EmailConfig: {
            readonly toEmails: readonly string[];
            readonly fromEmail?: string | null;
            readonly template?: {
                readonly subject?: string | null;
                readonly body?: string | null;
            } | null;
        };
        readonly EmailPreview: {
            readonly subject: string;
            readonly text: string;
            readonly html: string;
        };
        readonly EmailTemplateInput: {
            readonly subject?: string | null;
            readonly body?: string | null;
        };
        readonly Erasure: {
            readonly presentationIds: readonly string[];
            readonly contractIds: readonly string[];
            readonly pseudonymizedContractIds: readonly string[];
            readonly heldContracts: readonly components["schemas"]["HeldContract"][];
            readonly isComplete: boolean;
        };
        readonly Event: {
            readonly id: string;
            readonly type: string;
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly cursor: string;
        };
        readonly EventType: {
            readonly name: string;
            readonly description: string;
            readonly sentence: string;
            readonly schema: {
                readonly [key: string]: unknown;
            };
            readonly schemaUrl: string;
            readonly sample: {
                readonly [key: string]: unknown;
            };
        };
        readonly EventTypeWarning: {
            readonly code: string;
            readonly detail: string;
        };
        readonly EventWithDeliveries: {
            readonly event: components["schemas"]["Event"];
            readonly deliveries: readonly components["schemas"]["DeliveryWithAttempts"][];
        };
        readonly ExportedQuestion: {
            readonly presentationId: string;
            readonly question: string;
            readonly createdAt: string;
        };
        readonly FanOut: {
            readonly eventId: string;
            readonly dueAt: string;
            readonly attemptCount: number;
            readonly error: string | null;
            readonly diedAt: string | null;
        };
        readonly FanOutDeadEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "fan_out.dead";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly eventId: string;
                readonly eventType: string;
                readonly attemptCount: number;
                readonly error: string;
            };
        };
        readonly Faq: {
            readonly id: string;
            readonly deckId: string;
            readonly userQuestion: string;
            readonly cannedAnswer: string;
            readonly relatedSlideId: string | null;
            readonly audioUrl: string | null;
            readonly wordTimings: readonly components["schemas"]["WordTiming"][];
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        readonly FaqCreatedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "faq.created";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly faqId: string;
                readonly userQuestion: string;
            };
        };
        readonly FaqDeletedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "faq.deleted";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly faqId: string;
                readonly userQuestion: string;
            };
        };
        readonly FaqDetails: {
            readonly id: string;
            readonly deckId: string;
            readonly userQuestion: string;
            readonly cannedAnswer: string;
            readonly relatedSlideId: string | null;
            readonly audioUrl: string | null;
            readonly wordTimings: readonly components["schemas"]["WordTiming"][];
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly isAudioStale: boolean;
        };
        readonly FaqDrift: {
            readonly faqId: string;
            /** @enum {string} */
            readonly kind: "added" | "removed" | "changed";
            readonly fields: readonly string[];
        };
        readonly FaqNarration: {
            readonly doneCount: number;
            readonly totalCount: number;
            readonly failure: components["schemas"]["FaqNarrationFailure"] | null;
            readonly failures: readonly components["schemas"]["FaqNarrationFailure"][];
        };
        readonly FaqNarrationFailure: {
            readonly faqId: string;
            readonly code: string;
            readonly detail: string;
            readonly isRetryable: boolean;
        };
        readonly FaqTranslation: {
            readonly userQuestion: string;
            readonly cannedAnswer: string;
        };
        readonly FaqTranslationInput: {
            readonly userQuestion: string;
            readonly cannedAnswer: string;
        };
        readonly FaqUpdatedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "faq.updated";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly faqId: string;
                readonly userQuestion: string;
                readonly changed: readonly string[];
            };
        };
        readonly FilterTrial: {
            readonly examinedCount: number;
            readonly matchedCount: number;
            readonly skippedCount: number;
            readonly matches: readonly components["schemas"]["Event"][];
            readonly hasMore: boolean;
            readonly endCursor: string | null;
        };
        readonly FinancingPayments: {
            /** @enum {string} */
            readonly tier: "good" | "better" | "best";
            readonly financed: string;
            readonly monthly: string;
            readonly lastPayment: string;
            readonly totalPaid: string;
            readonly totalInterest: string;
            readonly monthlyText: string | null;
        };
        readonly FinancingPlan: {
            readonly provider: string;
            readonly annualPercent: string;
            readonly months: number;
            readonly text: string | null;
            readonly formula: string;
            readonly tiers: readonly ("good" | "better" | "best")[];
            readonly payments: readonly components["schemas"]["FinancingPayments"][];
        };
        readonly GuestContract: {
            readonly contractId: string;
            readonly sourceSlideId: string | null;
            readonly version: number;
            /** @enum {string} */
            readonly status: "draft" | "sent" | "viewed" | "signed" | "declined" | "voided" | "expired" | "rescinded";
            readonly expiresAt: string | null;
            readonly document: {
                readonly [key: string]: unknown;
            };
            readonly documentHash: string;
            readonly coSigner: string | null;
            readonly signatures: readonly components["schemas"]["GuestSignature"][];
            readonly missingSigners: readonly ("homeowner" | "co_signer")[];
            readonly tier: ("good" | "better" | "best") | null;
            readonly signedAt: string | null;
            readonly notice: {
                readonly [key: string]: unknown;
            } | null;
            readonly rescindableUntil: string | null;
            readonly canRescind: boolean;
            readonly rescindedAt: string | null;
            readonly declineReason: string | null;
            readonly pdfUrl: string;
        };
        readonly GuestFaq: {
            readonly userQuestion: string;
            readonly cannedAnswer: string;
            readonly relatedSlideId: string | null;
            readonly audioUrl: string | null;
            readonly wordTimings: readonly components["schemas"]["WordTiming"][];
            readonly language: string;
            /** @enum {string} */
            readonly timing: "recorded" | "spoken" | "estimated" | "pending";
            readonly durationSeconds: number | null;
            readonly captionsUrl: string;
        };
        readonly GuestFaqMatch: {
            readonly position: number;
            readonly userQuestion: string;
            readonly relevance: number;
        };
        readonly GuestOffer: {
            readonly sourceSlideId: string;
            readonly title: string | null;
            readonly subtitle: string | null;
            readonly brandLogo: string | null;
            readonly disclaimer: string | null;
            readonly backgroundColor: string | null;
            readonly selectionColor: string | null;
            readonly selectedTier: ("good" | "better" | "best") | null;
            readonly suggestedTier: ("good" | "better" | "best") | null;
            readonly isAgreed: boolean;
            readonly tiers: readonly components["schemas"]["GuestTier"][];
            readonly addOns: readonly components["schemas"]["AddOnPrice"][];
            readonly financing: readonly components["schemas"]["FinancingPlan"][];
        };
        readonly GuestPresentation: {
            readonly presentationId: string;
            readonly version: number;
            readonly stateTag: string;
            readonly contractsTag: string | null;
            /** @enum {string} */
            readonly status: "narrating" | "ready" | "failed";
            readonly title: string;
            readonly brandName: string | null;
            readonly brand: components["schemas"]["Brand"] | null;
            readonly homeownerName: string;
            readonly language: string;
            readonly canSign: boolean;
            readonly isEngagementTracked: boolean;
            readonly slides: readonly components["schemas"]["GuestSlide"][];
            readonly faqs: readonly components["schemas"]["GuestFaq"][];
            readonly offers: readonly components["schemas"]["GuestOffer"][];
        };
        readonly GuestPresentationChanges: {
            readonly changes: readonly components["schemas"]["Replacement"][];
        };
        readonly GuestSignature: {
            /** @enum {string} */
            readonly signer: "homeowner" | "co_signer";
            readonly name: string | null;
            /** @enum {string} */
            readonly tier: "good" | "better" | "best";
            readonly signedAt: string;
            readonly drawing: components["schemas"]["SignatureDrawing"] | null;
        };
        readonly GuestSlide: {
            readonly slideId: string;
            readonly title: string;
            readonly bullets: readonly string[];
            readonly narrationScript: string;
            readonly heroImg: string | null;
            readonly audioUrl: string | null;
            readonly wordTimings: readonly components["schemas"]["WordTiming"][];
            /** @enum {string} */
            readonly slideType: "standard" | "product_pricing_v1";
            readonly sourceSlideId: string;
            readonly language: string;
            /** @enum {string} */
            readonly timing: "recorded" | "spoken" | "estimated" | "pending";
            readonly durationSeconds: number | null;
            readonly captionsUrl: string;
        };
        readonly GuestTier: {
            /** @enum {string} */
            readonly tier: "good" | "better" | "best";
            readonly name: string;
            readonly tagline: string | null;
            readonly features: readonly string[];
            readonly total: string;
            readonly totalText: string | null;
            readonly tax: string | null;
            readonly deposit: string | null;
            readonly depositText: string | null;
            readonly currency: string;
            readonly lines: readonly components["schemas"]["PriceLine"][];
        };
        readonly GuestVisit: {
            readonly visitCount: number;
            readonly token: string | null;
        };
        readonly HeldContract: {
            readonly contractId: string;
            readonly heldUntil: string;
        };
        readonly Homeowner: {
            readonly first_name: string;
            readonly last_name: string;
            readonly address: string | null;
            readonly city: string | null;
            readonly state: string | null;
            readonly zip: string | null;
            readonly country: string | null;
            readonly phone: string | null;
            readonly email: string | null;
        };
        readonly HomeownerInput: {
            readonly first_name: string;
            readonly last_name: string;
            readonly address?: string | null;
            readonly city?: string | null;
            readonly state?: string | null;
            readonly zip?: string | null;
            readonly country?: string | null;
            readonly phone?: string | null;
            readonly email?: string | null;
        };
        readonly HomeownerSelectorInput: {
            readonly email?: string | null;
            readonly phone?: string | null;
            readonly presentationId?: string | null;
        };
        readonly Image: {
            readonly id: string;
            readonly deckId: string;
            readonly url: string;
            readonly width: number;
            readonly height: number;
            readonly byteSize: number;
            readonly contentType: string;
            readonly createdAt: string;
        };
        readonly JobDeadEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "job.dead";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly jobId: string;
                readonly kind: string;
                readonly data: {
                    readonly [key: string]: unknown;
                };
                readonly attemptCount: number;
                readonly reason: string;
            };
        };
        readonly LanguageSettings: {
            readonly language_code: string | null;
        };
        readonly LanguageSettingsInput: {
            readonly language_code?: string | null;
        };
        readonly LatestCursor: {
            readonly cursor: string;
        };
        readonly LinkCreatedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "link.created";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly linkId: string;
                readonly presentationId: string;
                /** @enum {string} */
                readonly scope: "view" | "view_and_sign";
                readonly expiresAt: string;
            };
        };
        readonly LinkOpenedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "link.opened";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly linkId: string;
                readonly presentationId: string;
                readonly viewerId: string;
                readonly viewerCount: number;
            };
        };
        readonly LinkRevokedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "link.revoked";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly linkId: string;
                readonly presentationId: string;
            };
        };
        readonly LinkUpdatedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "link.updated";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly linkId: string;
                readonly presentationId: string;
                readonly changed: readonly string[];
            };
        };
        readonly LinkVisitedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "link.visited";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly linkId: string;
                readonly presentationId: string;
                readonly visitCount: number;
            };
        };
        readonly Narration: {
            readonly doneCount: number;
            readonly totalCount: number;
            readonly failure: components["schemas"]["NarrationFailure"] | null;
            readonly failures: readonly components["schemas"]["NarrationFailure"][];
        };
        readonly NarrationFailure: {
            readonly sourceSlideId: string;
            readonly code: string;
            readonly detail: string;
            readonly isRetryable: boolean;
        };
        readonly OfferPreview: {
            readonly suggestedTier: ("good" | "better" | "best") | null;
            readonly tiers: readonly components["schemas"]["TierPrice"][];
            readonly addOns: readonly components["schemas"]["AddOnPrice"][];
            readonly financing: readonly components["schemas"]["FinancingPlan"][];
            readonly warnings: readonly components["schemas"]["PresentationWarning"][];
        };
        readonly OfferWording: {
            readonly subtitle: string | null;
            readonly disclaimer: string | null;
            readonly good: {
                readonly [key: string]: unknown;
            } | null;
            readonly better: {
                readonly [key: string]: unknown;
            } | null;
            readonly best: {
                readonly [key: string]: unknown;
            } | null;
        };
        readonly OfferWordingInput: {
            readonly subtitle?: string | null;
            readonly disclaimer?: string | null;
            readonly good?: {
                readonly [key: string]: unknown;
            } | null;
            readonly better?: {
                readonly [key: string]: unknown;
            } | null;
            readonly best?: {
                readonly [key: string]: unknown;
            } | null;
        };
        readonly PatchFaqTranslationInput: {
            readonly userQuestion?: string | null;
            readonly cannedAnswer?: string | null;
        };
        readonly PatchSlideTranslationInput: {
            readonly title?: string | null;
            readonly bullets?: readonly string[] | null;
            readonly narrationScript?: string | null;
            readonly slideContext?: string | null;
            readonly productData?: components["schemas"]["OfferWordingInput"] | null;
        };
        readonly PlaceholderUse: {
            readonly sourceSlideId: string | null;
            readonly slideId: string | null;
            readonly faqId: string | null;
            readonly field: string;
            readonly hasDefault: boolean;
        };
        readonly PlaygroundReceiver: {
            readonly id: string;
            readonly url: string;
            readonly subscriptionId: string | null;
            /** @enum {string} */
            readonly answer: "success" | "rejected" | "gone" | "failure" | "slow";
            readonly delaySeconds: number;
            readonly expiresAt: string;
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        readonly PlaygroundRequest: {
            readonly id: string;
            readonly createdAt: string;
            readonly headers: {
                readonly [key: string]: unknown;
            };
            readonly body: string | null;
            /** @enum {string} */
            readonly verdict: "valid" | "invalid" | "expired" | "missing" | "unchecked";
            readonly status: number;
        };
        readonly Presentation: {
            readonly id: string;
            readonly deckId: string;
            /** @enum {string} */
            readonly status: "narrating" | "ready" | "failed";
            readonly homeowner: components["schemas"]["Homeowner"];
            readonly voice_settings: components["schemas"]["VoiceSettings"] | null;
            readonly language_settings: components["schemas"]["LanguageSettings"] | null;
            readonly price_inputs: components["schemas"]["PriceInputs"] | null;
            readonly timeZone: string;
            /** @enum {string} */
            readonly measurement_strategy: "manual";
            readonly slideCount: number;
            readonly pricing: components["schemas"]["PresentationPricing"];
            readonly warnings: readonly components["schemas"]["PresentationWarning"][];
            readonly narration: components["schemas"]["Narration"] | null;
            readonly faqNarration: components["schemas"]["FaqNarration"] | null;
            readonly billedCharacterCount: number | null;
            readonly reusedCharacterCount: number | null;
            readonly playerUrl: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly slides: readonly components["schemas"]["PresentationSlide"][];
            readonly faqs: readonly components["schemas"]["PresentationFaq"][];
        };
        readonly PresentationAddOnsSelectedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "presentation.add_ons_selected";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly presentationId: string;
                readonly sourceSlideId: string;
                readonly addOns: readonly string[];
            };
        };
        readonly PresentationCreatedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "presentation.created";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly presentationId: string;
                /** @enum {string} */
                readonly status: "narrating" | "ready" | "failed";
            };
        };
        readonly PresentationCreation: {
            readonly presentationId: string | null;
            readonly problem: components["schemas"]["Problem"] | null;
        };
        readonly PresentationDeletedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "presentation.deleted";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly presentationId: string;
            };
        };
        readonly PresentationDrift: {
            readonly isCurrent: boolean;
            readonly slides: readonly components["schemas"]["SlideDrift"][];
            readonly faqs: readonly components["schemas"]["FaqDrift"][];
            readonly prices: readonly components["schemas"]["PriceDrift"][];
        };
        readonly PresentationEngagement: {
            readonly viewerCount: number;
            readonly openCount: number;
            readonly seconds: number;
            readonly completedCount: number;
            readonly lastViewedAt: string | null;
            readonly slides: readonly components["schemas"]["SlideEngagement"][];
        };
        readonly PresentationFailedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "presentation.failed";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly presentationId: string;
                readonly sourceSlideId: string;
                readonly code: string;
                readonly failedCount: number;
            };
        };
        readonly PresentationFaq: {
            readonly id: string;
            readonly sourceFaqId: string;
            readonly userQuestion: string;
            readonly cannedAnswer: string;
            readonly relatedSlideId: string | null;
            readonly audioUrl: string | null;
            readonly wordTimings: readonly components["schemas"]["WordTiming"][];
            readonly language: string;
            /** @enum {string} */
            readonly timing: "recorded" | "spoken" | "estimated" | "pending";
            readonly spokenBy: string | null;
            readonly durationSeconds: number | null;
        };
        readonly PresentationLink: {
            readonly id: string;
            readonly presentationId: string;
            readonly name: string;
            /** @enum {string} */
            readonly scope: "view" | "view_and_sign";
            readonly isOneTime: boolean;
            readonly expiresAt: string;
            readonly revokedAt: string | null;
            readonly visitCount: number;
            readonly lastVisitedAt: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        readonly PresentationOpenedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "presentation.opened";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly linkId: string;
                readonly presentationId: string;
                readonly viewerId: string;
                readonly openCount: number;
                readonly viewerCount: number;
            };
        };
        readonly PresentationPreview: {
            readonly slides: readonly components["schemas"]["PresentationSlide"][];
            readonly faqs: readonly components["schemas"]["PresentationFaq"][];
            readonly pricing: components["schemas"]["PresentationPricing"];
            readonly warnings: readonly components["schemas"]["PresentationWarning"][];
        };
        readonly PresentationPricing: {
            readonly offers: readonly components["schemas"]["PricingOffer"][];
        };
        readonly PresentationReadyEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "presentation.ready";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly presentationId: string;
                /** @enum {string} */
                readonly status: "narrating" | "ready" | "failed";
            };
        };
        readonly PresentationSlide: {
            readonly id: string;
            readonly slideId: string;
            readonly title: string;
            readonly bullets: readonly string[];
            readonly narrationScript: string;
            readonly slideContext: string | null;
            readonly audioUrl: string | null;
            readonly heroImg: string | null;
            readonly wordTimings: readonly components["schemas"]["WordTiming"][];
            readonly orderIndex: number;
            /** @enum {string} */
            readonly slideType: "standard" | "product_pricing_v1";
            readonly productData: components["schemas"]["ProductData"] | null;
            readonly sourceSlideId: string;
            readonly language: string;
            /** @enum {string} */
            readonly timing: "recorded" | "spoken" | "estimated" | "pending";
            readonly spokenBy: string | null;
            readonly durationSeconds: number | null;
        };
        readonly PresentationSummary: {
            readonly id: string;
            readonly deckId: string;
            /** @enum {string} */
            readonly status: "narrating" | "ready" | "failed";
            readonly homeowner: components["schemas"]["Homeowner"];
            readonly voice_settings: components["schemas"]["VoiceSettings"] | null;
            readonly language_settings: components["schemas"]["LanguageSettings"] | null;
            readonly price_inputs: components["schemas"]["PriceInputs"] | null;
            readonly timeZone: string;
            /** @enum {string} */
            readonly measurement_strategy: "manual";
            readonly slideCount: number;
            readonly pricing: components["schemas"]["PresentationPricing"];
            readonly warnings: readonly components["schemas"]["PresentationWarning"][];
            readonly narration: components["schemas"]["Narration"] | null;
            readonly faqNarration: components["schemas"]["FaqNarration"] | null;
            readonly billedCharacterCount: number | null;
            readonly reusedCharacterCount: number | null;
            readonly playerUrl: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        readonly PresentationTierSelectedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "presentation.tier_selected";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly presentationId: string;
                /** @enum {string} */
                readonly tier: "good" | "better" | "best";
                readonly sourceSlideId: string;
            };
        };
        readonly PresentationUpdatedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "presentation.updated";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly presentationId: string;
                readonly changed: readonly string[];
            };
        };
        readonly PresentationWarning: {
            readonly code: string;
            readonly detail: string;
            readonly sourceSlideId: string | null;
            readonly faqId: string | null;
        };
        readonly PresenterPosition: {
            readonly isPresenting: boolean;
            readonly slideIndex: number;
            readonly positionSeconds: number;
            readonly isPlaying: boolean;
        };
        readonly PreviewEmailInput: {
            readonly subscriptionId?: string | null;
            readonly template?: components["schemas"]["EmailTemplateInput"] | null;
            readonly eventId?: string | null;
            readonly eventType?: string | null;
        };
        readonly PreviewOfferInput: {
            readonly productData: components["schemas"]["ProductDataInput"];
            readonly price_inputs?: components["schemas"]["PriceInputsInput"] | null;
        };
        readonly PreviewSpeechInput: {
            readonly slideId?: string | null;
            readonly faqId?: string | null;
            readonly text?: string | null;
            readonly homeowner?: components["schemas"]["HomeownerInput"] | null;
            readonly price_inputs?: components["schemas"]["PriceInputsInput"] | null;
            readonly language_settings?: components["schemas"]["LanguageSettingsInput"] | null;
            readonly voice_settings?: components["schemas"]["VoiceSettingsInput"] | null;
        };
        readonly PriceDrift: {
            readonly sourceSlideId: string;
            /** @enum {string} */
            readonly tier: "good" | "better" | "best";
            readonly before: components["schemas"]["TierPrice"] | null;
            readonly now: components["schemas"]["TierPrice"] | null;
        };
        readonly PriceInputs: {
            readonly roof_squares: number | null;
            readonly system_size_kw: number | null;
        };
        readonly PriceInputsInput: {
            readonly roof_squares?: number | null;
            readonly system_size_kw?: number | null;
        };
        readonly PriceLine: {
            readonly label: string;
            readonly quantity: string | null;
            readonly unit: string | null;
            readonly rate: string | null;
            readonly percent: string | null;
            readonly percentOf: string | null;
            readonly addOn: string | null;
            readonly amount: string;
            readonly amountText: string | null;
        };
        readonly PricingOffer: {
            readonly sourceSlideId: string;
            readonly title: string | null;
            readonly selectedTier: ("good" | "better" | "best") | null;
            readonly suggestedTier: ("good" | "better" | "best") | null;
            readonly tiers: readonly components["schemas"]["TierPrice"][];
            readonly isAgreed: boolean;
            readonly addOns: readonly components["schemas"]["AddOnPrice"][];
            readonly financing: readonly components["schemas"]["FinancingPlan"][];
        };
        readonly Problem: {
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail: string;
            readonly instance?: string;
            /** @enum {string} */
            readonly code: "INVALID_INPUT" | "UNAUTHENTICATED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "CURSOR_EXPIRED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "UPGRADE_REQUIRED" | "UNPROCESSABLE" | "OVER_BUDGET" | "TOO_MANY_REQUESTS" | "QUOTA_EXCEEDED" | "STREAM_OVERFLOW" | "INTERNAL" | "UNAVAILABLE";
            /** @enum {string} */
            readonly reason: "invalid_input" | "invalid_graphql" | "websocket_only" | "credential_invalid" | "link_invalid" | "link_ended" | "scope_missing" | "limited_to_decks" | "link_required" | "not_for_links" | "signed_url_expired" | "other_origin" | "csrf_token_missing" | "document_not_trusted" | "introspection_off" | "right_ended" | "credential_differs" | "not_found" | "path_unknown" | "method_not_allowed" | "document_changed" | "contract_final" | "contract_state" | "open_contract_exists" | "offer_signed" | "already_signed" | "signature_exists" | "no_right_to_cancel" | "right_to_cancel_ended" | "pseudonymized" | "duplicate_key" | "reference_deleted" | "ambiguous_slide_id" | "other_presenter" | "narration_not_failed" | "key_or_token_required" | "authentication_off" | "key_revoked" | "link_revoked" | "co_signer_of_draft" | "presentation_in_contract" | "subscription_inactive" | "subscription_quota_used_up" | "receiver_limit_reached" | "job_not_run" | "cursor_expired" | "cursor_lost" | "version_mismatch" | "translation_exists" | "body_too_large" | "content_type_unsupported" | "charset_unsupported" | "content_encoding_unsupported" | "range_not_satisfiable" | "upgrade_lost" | "idempotency_key_reused" | "idempotency_key_erased" | "reference_unknown" | "limit_reached" | "image_unreadable" | "image_too_large" | "time_out_of_range" | "order_incomplete" | "last_position_taken" | "admin_not_limited" | "deck_too_large" | "texts_too_long" | "values_missing" | "tier_without_price" | "language_is_default" | "language_unsupported" | "text_not_spoken" | "no_co_signer" | "co_signer_is_homeowner" | "own_link_only_views" | "other_tier_signed" | "signer_name_taken" | "nothing_to_sign" | "time_zone_missing" | "notice_untranslated" | "contract_too_large" | "over_budget" | "client_left" | "rate_limited" | "too_many_wrong_credentials" | "link_limited" | "too_many_under_way" | "too_many_streams" | "too_many_presented" | "quota_used_up" | "client_too_slow" | "internal_error" | "overloaded" | "not_ready" | "database_unavailable" | "database_read_only" | "concurrent_changes" | "database_went_back" | "issuer_unavailable" | "secret_unreadable" | "translation_off" | "translator_unavailable" | "speech_off" | "speaker_unavailable" | "audio_storage_unavailable" | "image_storage_unavailable";
            readonly requestId: string;
            readonly errors: readonly {
                readonly pointer: string;
                /** @enum {string} */
                readonly code: "required" | "type" | "enum" | "length" | "range" | "format" | "order" | "unknown" | "unsafe" | "expired";
                readonly detail: string;
            }[];
            readonly firstCursor?: string;
            readonly cursor?: string;
            readonly retryAfterSeconds?: number;
            readonly quota?: {
                /** @enum {string} */
                readonly name: "subscriptions" | "events" | "stored_bytes" | "mail_recipients" | "webhook_attempts" | "speech_characters";
                readonly limit: number;
            };
        };
        readonly ProductData: {
            readonly subtitle: string | null;
            readonly brandLogo: string | null;
            readonly disclaimer: string | null;
            readonly defaultSelectedTier: ("good" | "better" | "best") | null;
            readonly backgroundColor: string | null;
            readonly selectionColor: string | null;
            readonly roundTo: number | null;
            readonly good: {
                readonly [key: string]: unknown;
            } | null;
            readonly better: {
                readonly [key: string]: unknown;
            } | null;
            readonly best: {
                readonly [key: string]: unknown;
            } | null;
        };
        readonly ProductDataInput: {
            readonly subtitle?: string | null;
            readonly brandLogo?: string | null;
            readonly disclaimer?: string | null;
            readonly defaultSelectedTier?: ("good" | "better" | "best") | null;
            readonly backgroundColor?: string | null;
            readonly selectionColor?: string | null;
            readonly roundTo?: number | null;
            readonly good?: {
                readonly [key: string]: unknown;
            } | null;
            readonly better?: {
                readonly [key: string]: unknown;
            } | null;
            readonly best?: {
                readonly [key: string]: unknown;
            } | null;
        };
        readonly PublishEventInput: {
            readonly type: string;
            readonly deckId?: string | null;
            readonly data?: {
                readonly [key: string]: unknown;
            } | null;
            readonly id?: string | null;
        };
        readonly PublishEventsInput: {
            readonly events: readonly components["schemas"]["PublishEventInput"][];
        };
        readonly PublishedEvent: {
            readonly event: components["schemas"]["Event"];
            readonly isNew: boolean;
            readonly warnings: readonly components["schemas"]["EventTypeWarning"][];
        };
        readonly QuestionAskedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "question.asked";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly presentationId: string;
                readonly linkId: string;
                readonly sourceSlideId: string | null;
                readonly question: string;
            };
        };
        readonly QuestionUnansweredEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "question.unanswered";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly presentationId: string;
                readonly linkId: string;
                readonly sourceSlideId: string | null;
                readonly question: string;
            };
        };
        readonly RecordGuestEngagementInput: {
            readonly browserId: string;
            readonly openCount: number;
            readonly slides: readonly components["schemas"]["SlideEngagementInput"][];
        };
        readonly RecoverDeliveriesInput: {
            readonly since?: string | null;
            readonly after?: string | null;
            readonly until?: string | null;
        };
        readonly Recovery: {
            readonly recoveredCount: number;
        };
        readonly ReorderSlidesInput: {
            readonly slideIds: readonly string[];
        };
        readonly Replacement: {
            /** @constant */
            readonly op: "replace";
            readonly path: string;
            readonly value: unknown;
        };
        readonly RescindContractInput: {
            readonly givenAt?: string | null;
        };
        readonly RightToCancel: {
            /** @enum {string} */
            readonly rule: "us_ftc_cooling_off" | "calendar_days";
            readonly days: number | null;
            readonly sellerName: string | null;
            readonly sellerAddress: string;
        };
        readonly RightToCancelInput: {
            /** @enum {string} */
            readonly rule: "us_ftc_cooling_off" | "calendar_days";
            readonly days?: number | null;
            readonly sellerName?: string | null;
            readonly sellerAddress: string;
        };
        readonly RotateApiKeyInput: {
            readonly overlapSeconds?: number | null;
        };
        readonly RotateSecretInput: {
            readonly secret?: string | null;
            readonly overlapSeconds?: number | null;
        };
        readonly SearchGuestFaqsInput: {
            readonly text: string;
        };
        readonly SelectAddOnsInput: {
            readonly addOns: readonly string[];
            readonly sourceSlideId?: string | null;
        };
        readonly SelectTierInput: {
            /** @enum {string} */
            readonly tier: "good" | "better" | "best";
            readonly sourceSlideId?: string | null;
        };
        readonly SendContractInput: {
            readonly expiresAt?: string | null;
        };
        readonly Session: {
            /** @enum {string} */
            readonly kind: "system" | "local" | "public" | "environment" | "key" | "token" | "signed" | "link";
            readonly holder: string | null;
            readonly scopes: readonly ("decks:read" | "decks:write" | "presentations:read" | "presentations:write" | "contracts:read" | "contracts:write" | "notifications:read" | "notifications:write" | "secrets:read" | "events:read" | "events:publish" | "audit:read" | "admin" | "guest:open" | "guest:view" | "guest:sign")[];
            readonly deckIds: readonly string[] | null;
            readonly expiresAt: string | null;
            readonly csrfToken: string | null;
        };
        readonly SetPresenterPositionInput: {
            readonly presenterId: string;
            readonly sequence: number;
            readonly slideIndex: number;
            readonly positionSeconds: number;
            readonly isPlaying: boolean;
            readonly isTakeover?: boolean | null;
            readonly isFinal?: boolean | null;
        };
        readonly ShownEmailConfig: {
            readonly toEmails: readonly string[];
            readonly fromEmail: string | null;
            readonly template: {
                readonly subject?: string | null;
                readonly body?: string | null;
            } | null;
        };
        readonly ShownWebhookConfig: {
            readonly url: string;
            readonly headers: {
                readonly [key: string]: string;
            } | null;
            readonly format: ("deckcast" | "cloudevents") | null;
        };
        readonly SignContractInput: {
            /** @enum {string} */
            readonly tier: "good" | "better" | "best";
            readonly signerName: string;
            /** @constant */
            readonly consent: true;
            readonly documentHash: string;
            readonly drawing?: components["schemas"]["SignatureDrawingInput"] | null;
            readonly signer?: ("homeowner" | "co_signer") | null;
        };
        readonly SignatureDrawing: {
            readonly width: number;
            readonly height: number;
            readonly strokes: readonly (readonly number[])[];
        };
        readonly SignatureDrawingInput: {
            readonly width: number;
            readonly height: number;
            readonly strokes: readonly (readonly number[])[];
        };
        readonly SkippedTranslation: {
            readonly sourceSlideId: string | null;
            readonly faqId: string | null;
            readonly detail: string;
        };
        readonly Slide: {
            readonly id: string;
            readonly slideId: string;
            readonly title: string;
            readonly bullets: readonly string[];
            readonly narrationScript: string;
            readonly slideContext: string | null;
            readonly audioUrl: string | null;
            readonly heroImg: string | null;
            readonly wordTimings: readonly components["schemas"]["WordTiming"][];
            readonly orderIndex: number;
            /** @enum {string} */
            readonly slideType: "standard" | "product_pricing_v1";
            readonly productData: components["schemas"]["ProductData"] | null;
        };
        readonly SlideCreatedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "slide.created";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly sourceSlideId: string;
                readonly slideId: string;
                readonly title: string;
            };
        };
        readonly SlideDeletedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "slide.deleted";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly sourceSlideId: string;
                readonly slideId: string;
                readonly title: string;
            };
        };
        readonly SlideDrift: {
            readonly sourceSlideId: string;
            readonly slideId: string;
            /** @enum {string} */
            readonly kind: "added" | "removed" | "changed";
            readonly fields: readonly string[];
        };
        readonly SlideEngagement: {
            readonly sourceSlideId: string;
            readonly viewerCount: number;
            readonly seconds: number;
            readonly completedCount: number;
            readonly tiers: readonly components["schemas"]["TierEngagement"][];
        };
        readonly SlideEngagementInput: {
            readonly sourceSlideId: string;
            readonly seconds: number;
            readonly isCompleted?: boolean | null;
            readonly tiers?: readonly ("good" | "better" | "best")[] | null;
        };
        readonly SlideReorderedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "slide.reordered";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly sourceSlideIds: readonly string[];
            };
        };
        readonly SlideTranslation: {
            readonly title: string;
            readonly bullets: readonly string[] | null;
            readonly narrationScript: string;
            readonly slideContext: string | null;
            readonly productData: components["schemas"]["OfferWording"] | null;
        };
        readonly SlideTranslationInput: {
            readonly title: string;
            readonly bullets?: readonly string[] | null;
            readonly narrationScript: string;
            readonly slideContext?: string | null;
            readonly productData?: components["schemas"]["OfferWordingInput"] | null;
        };
        readonly SlideUpdatedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "slide.updated";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly sourceSlideId: string;
                readonly slideId: string;
                readonly title: string;
                readonly changed: readonly string[];
            };
        };
        readonly SlideViewedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "slide.viewed";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly linkId: string;
                readonly presentationId: string;
                readonly viewerId: string;
                readonly sourceSlideId: string;
                readonly seconds: number;
                readonly isCompleted: boolean;
            };
        };
        readonly SpeechPreview: {
            readonly text: string;
            readonly language: string;
            readonly audioUrl: string | null;
            readonly wordTimings: readonly components["schemas"]["WordTiming"][];
            /** @enum {string} */
            readonly timing: "recorded" | "spoken" | "estimated" | "pending";
            readonly spokenBy: string | null;
            readonly durationSeconds: number | null;
            readonly warnings: readonly components["schemas"]["PresentationWarning"][];
        };
        readonly StatisticsBucket: {
            readonly start: string;
            readonly eventCount: number;
            readonly deliveredCount: number;
            readonly failedAttemptCount: number;
            readonly deadCount: number;
            readonly latencyMs: components["schemas"]["AttemptLatency"] | null;
            readonly backlogCount: number;
        };
        readonly Status: {
            readonly version: string;
            readonly startedAt: string;
            /** @enum {string} */
            readonly databaseKind: "postgresql" | "pglite";
            readonly databaseVersion: string;
            readonly databaseTime: string;
            readonly databaseLatencyMs: number;
            readonly databaseBytes: number;
            readonly memoryBytes: number;
            readonly diskFreeBytes: number;
            readonly processCount: number;
            readonly recentErrors: readonly components["schemas"]["StatusError"][];
            readonly fanOutPendingCount: number;
            readonly fanOutFailingCount: number;
            readonly dueDeliveryCount: number;
            readonly oldestDueAt: string | null;
            readonly deadJobCount: number;
        };
        readonly StatusError: {
            readonly at: string;
            readonly sentence: string;
        };
        readonly StreamLink: {
            readonly url: string;
            readonly expiresAt: string | null;
        };
        readonly Subscription: {
            readonly id: string;
            readonly name: string;
            readonly eventType: string;
            /** @enum {string} */
            readonly channel: "webhook" | "email" | "console";
            readonly channelConfig: {
                readonly [key: string]: unknown;
            };
            readonly deckId: string | null;
            readonly isActive: boolean;
            readonly filter: {
                readonly [key: string]: unknown;
            } | null;
            readonly createdAt: string;
            readonly updatedAt: string;
        } & ({
            /** @constant */
            readonly channel: "webhook";
            readonly channelConfig: components["schemas"]["ShownWebhookConfig"];
        } | {
            /** @constant */
            readonly channel: "email";
            readonly channelConfig: components["schemas"]["ShownEmailConfig"];
        } | {
            /** @constant */
            readonly channel: "console";
            readonly channelConfig: components["schemas"]["ConsoleConfig"];
        });
        readonly SubscriptionDisabledEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "subscription.disabled";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly subscriptionId: string;
                readonly name: string;
                readonly reason: string;
            };
        };
        readonly SubscriptionHealth: {
            readonly failingSince: string | null;
            readonly lastDeliveredAt: string | null;
            readonly pendingCount: number;
            readonly gapSince: string | null;
        };
        readonly SubscriptionRecoveredEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "subscription.recovered";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly subscriptionId: string;
                readonly name: string;
                readonly since: string;
            };
        };
        readonly SubscriptionSecret: {
            readonly secret: string;
            readonly previousSecret: string | null;
            readonly previousSecretUntil: string | null;
        };
        readonly TestPingEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "test.ping";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly subscriptionId: string;
                readonly name: string;
            };
        };
        readonly TierEngagement: {
            /** @enum {string} */
            readonly tier: "good" | "better" | "best";
            readonly viewerCount: number;
        };
        readonly TierPrice: {
            /** @enum {string} */
            readonly tier: "good" | "better" | "best";
            readonly name: string;
            readonly tagline: string | null;
            readonly features: readonly string[];
            /** @enum {string} */
            readonly status: "priced" | "needs_input" | "no_price";
            readonly missing: readonly string[];
            readonly total: string | null;
            readonly totalText: string | null;
            readonly tax: string | null;
            readonly deposit: string | null;
            readonly depositText: string | null;
            readonly currency: string;
            readonly lines: readonly components["schemas"]["PriceLine"][];
        };
        readonly TierViewedEvent: {
            readonly id: string;
            /** @constant */
            readonly type: "tier.viewed";
            readonly timestamp: string;
            readonly deckId: string | null;
            readonly data: {
                readonly linkId: string;
                readonly presentationId: string;
                readonly viewerId: string;
                readonly sourceSlideId: string;
                /** @enum {string} */
                readonly tier: "good" | "better" | "best";
            };
        };
        readonly TranslationState: {
            readonly language: string;
            readonly isStale: boolean;
            readonly staleFields: readonly string[];
            readonly isMachineMade: boolean;
        };
        readonly TryFilterInput: {
            readonly eventType: string;
            readonly deckId?: string | null;
            readonly filter?: {
                readonly [key: string]: unknown;
            } | null;
            readonly since?: string | null;
            readonly until?: string | null;
            readonly after?: string | null;
            readonly first?: number | null;
        };
        readonly UnansweredQuestion: {
            readonly deckId: string;
            readonly question: string;
            readonly presentationCount: number;
            readonly lastAskedAt: string;
        };
        readonly UpdateApiKeyInput: {
            readonly name?: string | null;
            readonly scopes?: readonly ("decks:read" | "decks:write" | "presentations:read" | "presentations:write" | "contracts:read" | "contracts:write" | "notifications:read" | "notifications:write" | "secrets:read" | "events:read" | "events:publish" | "audit:read" | "admin")[] | null;
            readonly deckIds?: readonly string[] | null;
            readonly expiresAt?: string | null;
        };
        readonly UpdateContractInput: {
            readonly expiresAt?: string | null;
            readonly coSigner?: string | null;
        };
        readonly UpdateDeckInput: {
            readonly name?: string | null;
            readonly description?: string | null;
            readonly brandName?: string | null;
            readonly brand?: components["schemas"]["BrandInput"] | null;
            readonly currency?: string | null;
            readonly defaultLanguage?: string | null;
            readonly timeZone?: string | null;
            readonly rightToCancel?: components["schemas"]["RightToCancelInput"] | null;
            readonly isEngagementTracked?: boolean | null;
            readonly embedOrigins?: readonly string[] | null;
            readonly variables?: {
                readonly [key: string]: string | number;
            } | null;
        };
        readonly UpdateDeliveryPolicyInput: {
            readonly retryDelays?: readonly number[] | null;
            readonly timeoutMs?: number | null;
            readonly isAutoRecoverEnabled?: boolean | null;
        };
        readonly UpdateFaqInput: {
            readonly userQuestion?: string | null;
            readonly cannedAnswer?: string | null;
            readonly relatedSlideId?: string | null;
            readonly audioUrl?: string | null;
            readonly wordTimings?: readonly components["schemas"]["WordTimingInput"][] | null;
            readonly translations?: {
                readonly [key: string]: components["schemas"]["FaqTranslationInput"] | null;
            } | null;
        };
        readonly UpdatePlaygroundReceiverInput: {
            readonly subscriptionId?: string | null;
            readonly answer?: ("success" | "rejected" | "gone" | "failure" | "slow") | null;
            readonly delaySeconds?: number | null;
        };
        readonly UpdatePresentationInput: {
            readonly homeowner?: components["schemas"]["HomeownerInput"] | null;
            readonly voice_settings?: components["schemas"]["VoiceSettingsInput"] | null;
            readonly language_settings?: components["schemas"]["LanguageSettingsInput"] | null;
            readonly price_inputs?: components["schemas"]["PriceInputsInput"] | null;
            readonly measurement_strategy?: "manual" | null;
            readonly missing?: ("blank" | "keep" | "error") | null;
        };
        readonly UpdatePresentationLinkInput: {
            readonly name?: string | null;
            readonly scope?: ("view" | "view_and_sign") | null;
            readonly expiresAt?: string | null;
        };
        readonly UpdateSlideInput: {
            readonly title?: string | null;
            readonly bullets?: readonly string[] | null;
            readonly narrationScript?: string | null;
            readonly slideContext?: string | null;
            readonly audioUrl?: string | null;
            readonly heroImg?: string | null;
            readonly wordTimings?: readonly components["schemas"]["WordTimingInput"][] | null;
            readonly orderIndex?: number | null;
            readonly slideType?: ("standard" | "product_pricing_v1") | null;
            readonly productData?: components["schemas"]["ProductDataInput"] | null;
            readonly translations?: {
                readonly [key: string]: components["schemas"]["SlideTranslationInput"] | null;
            } | null;
        };
        readonly UpdateSubscriptionInput: {
            readonly name?: string | null;
            readonly eventType?: string | null;
            readonly channel?: ("webhook" | "email" | "console") | null;
            readonly channelConfig?: (components["schemas"]["WebhookConfig"] | components["schemas"]["EmailConfig"] | components["schemas"]["ConsoleConfig"]) | null;
            readonly deckId?: string | null;
            readonly isActive?: boolean | null;
            readonly filter?: {
                readonly [key: string]: unknown;
            } | null;
        };
        readonly Usage: {
            readonly key: string;
            /** @enum {string} */
            readonly quota: "subscriptions" | "events" | "stored_bytes" | "mail_recipients" | "webhook_attempts" | "speech_characters";
            readonly used: number;
            readonly limit: number;
            readonly period: "day" | null;
            readonly resetsAt: string | null;
        };
        readonly VoiceSettings: {
            readonly voice_id: string | null;
            readonly stability: number | null;
            readonly similarity_boost: number | null;
        };
        readonly VoiceSettingsInput: {
            readonly voice_id?: string | null;
            readonly stability?: number | null;
            readonly similarity_boost?: number | null;
        };
        readonly WebhookConfig: {
            readonly url: string;
            readonly headers?: {
                readonly [key: string]: string;
            } | null;
            readonly format?: ("deckcast" | "cloudevents") | null;
        };
        readonly WordTiming: {
            readonly word: string;
            readonly startTime: number;
            readonly endTime: number;
        };
        readonly WordTimingInput: {
            readonly word: string;
            readonly startTime: number;
            readonly endTime: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
