// Written by "npm run documents".

/** A kind of caller. */
export type ActorKind =
  /** The holder of API_KEY. */
  | 'ENVIRONMENT'
  /** The holder of a key. */
  | 'KEY'
  /** A guest, by a link to one presentation. */
  | 'LINK'
  /** Anyone on this machine, while authentication is off. */
  | 'LOCAL'
  /** An anonymous caller. */
  | 'PUBLIC'
  /** The caller of a signed link to one file. */
  | 'SIGNED'
  /** The product and its commands. */
  | 'SYSTEM'
  /** The holder of a token of an issuer. */
  | 'TOKEN';

/** Result of a delivery attempt. */
export type AttemptOutcome =
  /** The receiver accepted it. */
  | 'DELIVERED'
  /** The receiver did not accept it; error has the reason. */
  | 'FAILED';

/** How far a delivery attempt came. */
export type AttemptPhase =
  /** The receiver answered. */
  | 'ANSWERED'
  /** It ended while sending or waiting for the answer: the receiver may have the message. */
  | 'INTERRUPTED'
  /** Nothing was sent: the target is not allowed or not reachable. */
  | 'NOT_SENT';

/** Whether something was done or refused. */
export type AuditResult =
  /** It was done. Without objects, nothing had to be changed. */
  | 'DONE'
  /** The caller was not allowed to do it. */
  | 'REFUSED';

/** What was done to an object. */
export type AuditedChange =
  /** Some of its fields were changed. */
  | 'CHANGED'
  /** It was created. */
  | 'CREATED'
  /** It was deleted. */
  | 'DELETED'
  /** It was read, or taken out: a secret, or the data of a homeowner. */
  | 'READ';

/** What contracts and pages of a deck look like. */
export type BrandInput = {
  /** Accent color. Pages darken or lighten it until it can be read. */
  readonly color?: string | null | undefined;
  /** A PNG of at most 100,000 bytes, 2,000 pixels on each side and 1,000,000 in all, as a data URL: data:image/png;base64,… The answer has the path where it is, which may be sent back to keep it. */
  readonly logo?: string | null | undefined;
};

/** How the days are counted in which a homeowner may cancel what they have signed. */
export type CancellationRule =
  /** A number of calendar days. */
  | 'CALENDAR_DAYS'
  /** Three business days, as 16 CFR 429 counts them: Saturdays are, federal holidays are not. */
  | 'US_FTC_COOLING_OFF';

/** A way to deliver events. */
export type Channel =
  /** A line on the standard output of the process. */
  | 'CONSOLE'
  /** Mail to up to 50 addresses, which do not see each other. */
  | 'EMAIL'
  /** HTTP POST with a Standard Webhooks signature. */
  | 'WEBHOOK';

/** Who signs a contract. */
export type ContractSigner =
  /** The second owner, whom coSigner of the contract names. */
  | 'CO_SIGNER'
  /** The homeowner of the presentation. */
  | 'HOMEOWNER';

/** State of a contract. */
export type ContractStatus =
  /** Declined by the homeowner; final. */
  | 'DECLINED'
  /** Drafted and not sent: it cannot be signed yet. */
  | 'DRAFT'
  /** Not signed before expiresAt; final. */
  | 'EXPIRED'
  /** Signed, and canceled by the homeowner until rescindableUntil; final. */
  | 'RESCINDED'
  /** Sent: it can be signed until it expires. */
  | 'SENT'
  /** Signed; final, unless the homeowner cancels it in time. */
  | 'SIGNED'
  /** Sent and viewed at least once. */
  | 'VIEWED'
  /** Withdrawn by the seller; final. */
  | 'VOIDED';

/** A new key. */
export type CreateApiKeyInput = {
  /** The decks that its holder sees and changes; null for all. What belongs to no deck is excluded too. */
  readonly deckIds?: ReadonlyArray<string | number> | null | undefined;
  /** Time of expiry, in ISO 8601; null for never. */
  readonly expiresAt?: string | null | undefined;
  /** Who or what uses it. */
  readonly name: string;
  /** What its holder may do. `admin` contains all other scopes, and each `write` contains its `read`. */
  readonly scopes: ReadonlyArray<KeyScope>;
};

/** Which offer a contract is for, and who signs it. */
export type CreateContractInput = {
  /** Full name of a second owner, who signs, too. By default one signature is enough. */
  readonly coSigner?: string | null | undefined;
  /** The id of the pricing slide whose offer it is; by default the first one. */
  readonly sourceSlideId?: string | number | null | undefined;
};

/** A new deck. */
export type CreateDeckInput = {
  /** What its contracts and the pages of its links look like, replaced as a whole; null for none. The name is brandName. */
  readonly brand?: BrandInput | null | undefined;
  /** The company that the deck speaks for, and the seller in contracts; by default the name of the deck. */
  readonly brandName?: string | null | undefined;
  /** ISO 4217 code of all prices in the deck. */
  readonly currency?: string | null | undefined;
  /** BCP 47 tag of the language that the deck is written in. */
  readonly defaultLanguage?: string | null | undefined;
  /** What the deck is for. */
  readonly description?: string | null | undefined;
  /** The origins whose pages may embed the pages of its links, such as https://app.example.com, or *.example.com for all subdomains; null for none. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** Whether what homeowners watch of its presentations is kept. */
  readonly isEngagementTracked?: boolean | null | undefined;
  /** Name of the deck. */
  readonly name: string;
  /** The right to cancel that its contracts give, with a notice in two copies. Null for none: ask a lawyer which one the law gives. */
  readonly rightToCancel?: RightToCancelInput | null | undefined;
  /** IANA time zone of the dates in presentations and contracts; by default TIME_ZONE of the server. */
  readonly timeZone?: string | null | undefined;
  /** Default values for placeholders, by placeholder name. */
  readonly variables?: Record<string, unknown> | null | undefined;
};

/** A new FAQ. */
export type CreateFaqInput = {
  /** URL or path of the author's recording of the answer; null without one. */
  readonly audioUrl?: string | null | undefined;
  /** The answer. May contain placeholders. */
  readonly cannedAnswer: string;
  /** The slideId of the slide that the answer belongs to. */
  readonly relatedSlideId?: string | null | undefined;
  /** Texts in other languages, by BCP 47 tag. Languages that are absent keep their texts; null deletes a language. */
  readonly translations?: Record<string, unknown> | null | undefined;
  /** The question. May contain placeholders. */
  readonly userQuestion: string;
  /** When each word of the recording is spoken, in the order of their starts; empty without a recording. */
  readonly wordTimings?: ReadonlyArray<WordTimingInput> | null | undefined;
};

/** A new playground receiver. */
export type CreatePlaygroundReceiverInput = {
  /** How it answers. */
  readonly answer?: ReceiverAnswer | null | undefined;
  /** How long SLOW waits, in seconds. */
  readonly delaySeconds?: number | null | undefined;
  /** The notification subscription whose secret verifies the signatures of what arrives; null for none. The server reads the secret, clients need not. */
  readonly subscriptionId?: string | number | null | undefined;
};

/** A presentation for one homeowner. */
export type CreatePresentationInput = {
  /** The homeowner whom it is for. */
  readonly homeowner: HomeownerInput;
  /** The language of the presentation. */
  readonly languageSettings?: LanguageSettingsInput | null | undefined;
  /** Where the measurements come from. */
  readonly measurementStrategy?: MeasurementStrategy | null | undefined;
  /** What happens to a placeholder without a value: it is removed (blank), stays as written (keep), or the request is refused (error). */
  readonly missing?: MissingValues | null | undefined;
  /** Measurements for the prices. */
  readonly priceInputs?: PriceInputsInput | null | undefined;
  /** The voice of the narration. */
  readonly voiceSettings?: VoiceSettingsInput | null | undefined;
};

/** A new link to a presentation. */
export type CreatePresentationLinkInput = {
  /** Time of expiry, in ISO 8601, at most 366 days from now; by default 30 days from now. */
  readonly expiresAt?: string | null | undefined;
  /** Whether only the first browser can open it. */
  readonly isOneTime?: boolean | null | undefined;
  /** Its purpose or its user. */
  readonly name: string;
  /** What it gives. */
  readonly scope?: LinkScope | null | undefined;
};

/** A new slide. */
export type CreateSlideInput = {
  /** URL or path of the author's recording of the script; null without one. */
  readonly audioUrl?: string | null | undefined;
  /** Bullet points, in order. May contain placeholders. */
  readonly bullets?: ReadonlyArray<string> | null | undefined;
  /** URL or path of the main image: that of an image of the deck, or one of another host. */
  readonly heroImg?: string | null | undefined;
  /** The spoken text. May contain placeholders. */
  readonly narrationScript: string;
  /** Position in the deck; slides with equal positions are shown by age. */
  readonly orderIndex?: number | null | undefined;
  /** The offer of a pricing slide, replaced as a whole; null without one. May contain placeholders. */
  readonly productData?: ProductDataInput | null | undefined;
  /** Notes on the slide, not narrated. May contain placeholders. */
  readonly slideContext?: string | null | undefined;
  /** The client's own key, unique within the deck. */
  readonly slideId: string;
  /** Layout of the slide. */
  readonly slideType?: SlideType | null | undefined;
  /** Heading. May contain placeholders. */
  readonly title: string;
  /** Texts in other languages, by BCP 47 tag. Languages that are absent keep their texts; null deletes a language. */
  readonly translations?: Record<string, unknown> | null | undefined;
  /** When each word of the recording is spoken, in the order of their starts; empty without a recording. */
  readonly wordTimings?: ReadonlyArray<WordTimingInput> | null | undefined;
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

/** Which database the server uses. */
export type DatabaseKind =
  /** PGlite, in the process of the server. */
  | 'PGLITE'
  /** PostgreSQL. */
  | 'POSTGRESQL';

/** Why a contract is declined. */
export type DeclineContractInput = {
  /** Why, in the homeowner's words. */
  readonly reason?: string | null | undefined;
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

/** How the deck differs from the presentation. */
export type DriftKind =
  /** The deck has it, the presentation does not. */
  | 'ADDED'
  /** Both have it; fields names what differs. */
  | 'CHANGED'
  /** The presentation has it, the deck no longer does. */
  | 'REMOVED';

/** Texts of mails in place of those of the product, with placeholders. */
export type EmailTemplateInput = {
  /** Plain text; a blank line ends a paragraph. */
  readonly body?: string | null | undefined;
  /** One line. */
  readonly subject?: string | null | undefined;
};

/** Why something was refused: `extensions.reason` of every error, in these letters. Later versions add values: a client takes one that it does not know as its `extensions.code`. */
export type ErrorReason =
  /** UNPROCESSABLE: A key with the scope admin cannot be limited to decks. */
  | 'admin_not_limited'
  /** CONFLICT: This signer has signed the contract. */
  | 'already_signed'
  /** CONFLICT: Slides of several decks have this `slideId`: name one by its id. */
  | 'ambiguous_slide_id'
  /** UNAVAILABLE: The storage of audio does not answer. */
  | 'audio_storage_unavailable'
  /** CONFLICT: The server has authentication off, so there is nothing to begin a session with. */
  | 'authentication_off'
  /** PAYLOAD_TOO_LARGE: The body is larger than one may be. */
  | 'body_too_large'
  /** UNSUPPORTED_MEDIA_TYPE: The body has another character encoding than UTF-8. */
  | 'charset_unsupported'
  /** OVER_BUDGET: The client left before it was answered. Only logs show it. */
  | 'client_left'
  /** STREAM_OVERFLOW: The client reads a stream more slowly than it is written. */
  | 'client_too_slow'
  /** UNPROCESSABLE: The co-signer has the name of the homeowner. */
  | 'co_signer_is_homeowner'
  /** CONFLICT: The homeowner would have the name of the co-signer of a draft: change the draft first. */
  | 'co_signer_of_draft'
  /** UNAVAILABLE: Other changes were made at the same time: send the request again. */
  | 'concurrent_changes'
  /** UNSUPPORTED_MEDIA_TYPE: The body is compressed. */
  | 'content_encoding_unsupported'
  /** UNSUPPORTED_MEDIA_TYPE: The body has another `Content-Type` than the operation takes. */
  | 'content_type_unsupported'
  /** CONFLICT: The contract is signed, declined, voided, expired or rescinded, so it cannot change like this. */
  | 'contract_final'
  /** CONFLICT: The contract is not in a state from which it can change like this; another change comes first. */
  | 'contract_state'
  /** UNPROCESSABLE: The document would have more lines or characters than can be printed. */
  | 'contract_too_large'
  /** FORBIDDEN: The new credential of a socket has another holder or other rights than the old one. */
  | 'credential_differs'
  /** UNAUTHENTICATED: No API key, token or session was sent that is valid now. */
  | 'credential_invalid'
  /** FORBIDDEN: A request by the cookie of a session lacks the right `X-CSRF-Token`. */
  | 'csrf_token_missing'
  /** CURSOR_EXPIRED: The cursor names no event that is kept: begin anew at `firstCursor`. */
  | 'cursor_expired'
  /** CURSOR_EXPIRED: The event of the cursor was lost when the database went back: go on at `cursor`. */
  | 'cursor_lost'
  /** UNAVAILABLE: The database takes no changes now. */
  | 'database_read_only'
  /** UNAVAILABLE: The database cannot be reached, or did not answer in time. */
  | 'database_unavailable'
  /** UNAVAILABLE: The database went back to an earlier state: read again, then subscribe again. */
  | 'database_went_back'
  /** UNPROCESSABLE: The deck would have more text or recordings than a deck may. */
  | 'deck_too_large'
  /** CONFLICT: The contract has another document now than the one that the signer has read. */
  | 'document_changed'
  /** FORBIDDEN: The server runs only trusted GraphQL documents, and this is none of them. */
  | 'document_not_trusted'
  /** CONFLICT: Something else has this unique value. */
  | 'duplicate_key'
  /** UNPROCESSABLE: What the request with this `Idempotency-Key` made was erased since. */
  | 'idempotency_key_erased'
  /** UNPROCESSABLE: The `Idempotency-Key` was used for another request. */
  | 'idempotency_key_reused'
  /** UNAVAILABLE: The storage of images does not answer. */
  | 'image_storage_unavailable'
  /** UNPROCESSABLE: The image has more pixels than one may have. */
  | 'image_too_large'
  /** UNPROCESSABLE: The file is no image of a format that is taken, or it is damaged or cut off. */
  | 'image_unreadable'
  /** INTERNAL: Something went wrong in the server. `requestId` finds it in the log. */
  | 'internal_error'
  /** FORBIDDEN: The server does not disclose its GraphQL schema. */
  | 'introspection_off'
  /** INVALID_INPUT: The GraphQL document cannot be run: it does not parse or fit the schema, or is not known by its id. `extensions.code` says which. */
  | 'invalid_graphql'
  /** INVALID_INPUT: Fields or parameters break rules; `errors` names them. */
  | 'invalid_input'
  /** UNAVAILABLE: The keys of the token issuer cannot be read, so no token can be checked. */
  | 'issuer_unavailable'
  /** CONFLICT: No process runs jobs of this kind now. */
  | 'job_not_run'
  /** CONFLICT: The request came by the cookie of a session, and this needs a key or token. */
  | 'key_or_token_required'
  /** CONFLICT: The key is revoked, which nothing undoes. */
  | 'key_revoked'
  /** UNPROCESSABLE: The deck is written in this language already. */
  | 'language_is_default'
  /** UNPROCESSABLE: The translator does not know the language. */
  | 'language_unsupported'
  /** UNPROCESSABLE: No slide can come behind the last one, which has the highest position. */
  | 'last_position_taken'
  /** UNPROCESSABLE: The deck or presentation has as many of these as it may have. */
  | 'limit_reached'
  /** FORBIDDEN: The key is limited to decks, and this needs all decks, or writes something that belongs to none of its own. */
  | 'limited_to_decks'
  /** UNAUTHENTICATED: The token is that of a link which was revoked, has expired or was erased: it never opens again. */
  | 'link_ended'
  /** UNAUTHENTICATED: No link has this token, or its signature is wrong. */
  | 'link_invalid'
  /** TOO_MANY_REQUESTS: The link has caused as much of this in an hour as it may. */
  | 'link_limited'
  /** FORBIDDEN: Only the link of a homeowner opens this. */
  | 'link_required'
  /** CONFLICT: The link is revoked, which nothing undoes. */
  | 'link_revoked'
  /** METHOD_NOT_ALLOWED: The path has no such method; `Allow` lists those that it has. */
  | 'method_not_allowed'
  /** CONFLICT: No narration of the presentation has failed, so there is none to repeat. */
  | 'narration_not_failed'
  /** UNPROCESSABLE: The contract names no co-signer. */
  | 'no_co_signer'
  /** CONFLICT: The contract gives no right to cancel. */
  | 'no_right_to_cancel'
  /** FORBIDDEN: The link of a homeowner does not open this. */
  | 'not_for_links'
  /** NOT_FOUND: The object does not exist, or the caller does not see it. */
  | 'not_found'
  /** UNAVAILABLE: The process is starting or stopping, or a part that it needs does not answer. */
  | 'not_ready'
  /** UNPROCESSABLE: No tier of the offer has a price, so there is nothing to sign. */
  | 'nothing_to_sign'
  /** UNPROCESSABLE: The notice of cancellation is not there in the language of the presentation. */
  | 'notice_untranslated'
  /** CONFLICT: A contract of the offer is signed: its tier and add-ons stay, and it gets no other contract. */
  | 'offer_signed'
  /** CONFLICT: The offer has an open contract: void that one first. */
  | 'open_contract_exists'
  /** UNPROCESSABLE: The new order does not name each slide of the deck once. */
  | 'order_incomplete'
  /** FORBIDDEN: The request comes from the page of an origin that is not allowed, or for another host. */
  | 'other_origin'
  /** CONFLICT: Somebody else leads the presentation. */
  | 'other_presenter'
  /** UNPROCESSABLE: The first signature is to another tier. */
  | 'other_tier_signed'
  /** OVER_BUDGET: The operation needs more time, memory, rows or text than one may: request less at a time. */
  | 'over_budget'
  /** UNAVAILABLE: The server has more to do than it can: send the request again later. */
  | 'overloaded'
  /** UNPROCESSABLE: The presentation's own link cannot be one to sign by. */
  | 'own_link_only_views'
  /** NOT_FOUND: The API has no such path. */
  | 'path_unknown'
  /** CONFLICT: A contract of the presentation is sent, viewed or signed, so its text stays. */
  | 'presentation_in_contract'
  /** CONFLICT: What was signed was pseudonymized, so it cannot be printed. */
  | 'pseudonymized'
  /** QUOTA_EXCEEDED: The key has used up a quota of the day; `quota` says which. */
  | 'quota_used_up'
  /** RANGE_NOT_SATISFIABLE: The range lies outside the file. */
  | 'range_not_satisfiable'
  /** TOO_MANY_REQUESTS: The caller has used up what it may send in a minute or second; `retryAfterSeconds` says how long. */
  | 'rate_limited'
  /** CONFLICT: The key has as many playground receivers as it may: delete one, or use one again. */
  | 'receiver_limit_reached'
  /** CONFLICT: Something that the request refers to was deleted meanwhile. */
  | 'reference_deleted'
  /** UNPROCESSABLE: A field names something that is not there; `errors` names the field. */
  | 'reference_unknown'
  /** FORBIDDEN: The right by which a stream or socket was opened has ended or changed. */
  | 'right_ended'
  /** CONFLICT: The time in which the contract could be canceled is over. */
  | 'right_to_cancel_ended'
  /** FORBIDDEN: The key, token or link lacks a scope; the detail names it. */
  | 'scope_missing'
  /** UNAVAILABLE: A stored secret cannot be opened with the keys of the server. */
  | 'secret_unreadable'
  /** CONFLICT: The open contract of the offer has a signature, which other add-ons would void. */
  | 'signature_exists'
  /** FORBIDDEN: The signed URL of a file or stream is too old: request a new one. */
  | 'signed_url_expired'
  /** UNPROCESSABLE: The other signer has signed by this name. */
  | 'signer_name_taken'
  /** UNAVAILABLE: The speaker does not answer in time, or refuses the server. */
  | 'speaker_unavailable'
  /** UNAVAILABLE: The server has no speaker. */
  | 'speech_off'
  /** CONFLICT: The subscription is switched off. */
  | 'subscription_inactive'
  /** CONFLICT: The key has as many subscriptions as it may; `quota` says how many. */
  | 'subscription_quota_used_up'
  /** UNPROCESSABLE: The speaker cannot speak the text, or it has no words to speak. */
  | 'text_not_spoken'
  /** UNPROCESSABLE: With its placeholders filled in, the presentation would have more text than it may. */
  | 'texts_too_long'
  /** UNPROCESSABLE: The tier has no price, so it cannot be selected or signed. */
  | 'tier_without_price'
  /** UNPROCESSABLE: A time is not within the range that its field allows; `errors` names the field. */
  | 'time_out_of_range'
  /** UNPROCESSABLE: The right to cancel ends at a midnight of the homeowner, and their time zone is not known. */
  | 'time_zone_missing'
  /** TOO_MANY_REQUESTS: The key presents as many presentations at a time as it may. */
  | 'too_many_presented'
  /** TOO_MANY_REQUESTS: The caller has as many streams and sockets open as it may: close one, or share one. */
  | 'too_many_streams'
  /** TOO_MANY_REQUESTS: The caller has as many requests, operations or tasks under way as it may: wait for one. */
  | 'too_many_under_way'
  /** TOO_MANY_REQUESTS: The address has sent too many wrong credentials. */
  | 'too_many_wrong_credentials'
  /** PRECONDITION_FAILED: There is a translation already, and the request would only create one. */
  | 'translation_exists'
  /** UNAVAILABLE: The server has no translator. */
  | 'translation_off'
  /** UNAVAILABLE: The translator refuses the text, or does not answer. */
  | 'translator_unavailable'
  /** UPGRADE_REQUIRED: A proxy did not forward the upgrade of a WebSocket. */
  | 'upgrade_lost'
  /** UNPROCESSABLE: Placeholders of the deck have no value; `errors` names them. */
  | 'values_missing'
  /** PRECONDITION_FAILED: The object has another version than the request expects. */
  | 'version_mismatch'
  /** INVALID_INPUT: The operation works over a WebSocket alone. */
  | 'websocket_only';

/** The homeowner whom the presentation is for. */
export type HomeownerInput = {
  /** Street address. */
  readonly address?: string | null | undefined;
  /** City. */
  readonly city?: string | null | undefined;
  /** ISO 3166-1 country code: alpha-2, alpha-3, in either case, or UK. Responses have the alpha-2 code, such as US. */
  readonly country?: string | null | undefined;
  /** E-mail address. */
  readonly email?: string | null | undefined;
  /** First name. */
  readonly firstName: string;
  /** Last name. */
  readonly lastName: string;
  /** Stored in E.164 format. A number without + belongs to the homeowner's country, or without one to the region of the deck's language. */
  readonly phone?: string | null | undefined;
  /** State or region code. */
  readonly state?: string | null | undefined;
  /** Postal code. */
  readonly zip?: string | null | undefined;
};

/** A homeowner: exactly one of the members. */
export type HomeownerSelectorInput = {
  /** E-mail address, in upper or lower case. */
  readonly email?: string | null | undefined;
  /** Phone number with its country code, in any notation. */
  readonly phone?: string | null | undefined;
  /** The id of one presentation: others of the same homeowner are unchanged. */
  readonly presentationId?: string | number | null | undefined;
};

/** What the holder of a key may do. ADMIN contains all other scopes, and each WRITE contains its READ. REST writes them as `decks:read`. */
export type KeyScope =
  /** All of it, and what no other scope gives, such as keys. */
  | 'ADMIN'
  /** To read the audit log. */
  | 'AUDIT_READ'
  /** To read contracts. */
  | 'CONTRACTS_READ'
  /** To make and change them, too. */
  | 'CONTRACTS_WRITE'
  /** To read decks with their slides, FAQs and translations. */
  | 'DECKS_READ'
  /** To change them, too. */
  | 'DECKS_WRITE'
  /** To publish events. */
  | 'EVENTS_PUBLISH'
  /** To read and receive events. */
  | 'EVENTS_READ'
  /** To read subscriptions and deliveries. */
  | 'NOTIFICATIONS_READ'
  /** To make and change them, too. */
  | 'NOTIFICATIONS_WRITE'
  /** To read presentations. */
  | 'PRESENTATIONS_READ'
  /** To make and change them, too. */
  | 'PRESENTATIONS_WRITE'
  /** To read the secrets of webhooks. */
  | 'SECRETS_READ';

/** The language of the presentation. */
export type LanguageSettingsInput = {
  /** BCP 47 tag; by default the language of the deck. */
  readonly languageCode?: string | null | undefined;
};

/** What a link gives. */
export type LinkScope =
  /** To watch the presentation, to choose a tier, and to ask. */
  | 'VIEW'
  /** Also to read its contracts, with the personal data in them, and to sign them. */
  | 'VIEW_AND_SIGN';

/** Where the measurements come from. */
export type MeasurementStrategy =
  /** The price inputs are taken as given. */
  | 'MANUAL';

/** What happens to a placeholder without a value. */
export type MissingValues =
  /** It is removed, and the spaces around it close up. */
  | 'BLANK'
  /** The request is refused with UNPROCESSABLE, naming the placeholders. */
  | 'ERROR'
  /** It stays in the text as written. */
  | 'KEEP';

/** State of a presentation. */
export type PresentationStatus =
  /** Some slides could not be spoken: narration.failures lists which and why. narratePresentation retries them. */
  | 'FAILED'
  /** Its slides are being spoken, one by one. */
  | 'NARRATING'
  /** It can be shown. */
  | 'READY';

/** What to preview: a subscription or texts that are not saved, for an event or the sample of a type. */
export type PreviewEmailInput = {
  /** The event; null for the sample of eventType. */
  readonly eventId?: string | number | null | undefined;
  /** The type of the sample, or a pattern; by default that of the subscription. */
  readonly eventType?: string | null | undefined;
  /** The subscription whose texts, name and deck it has; null for a subscription yet to be made. */
  readonly subscriptionId?: string | number | null | undefined;
  /** Texts in place of those of the subscription, or of the product. */
  readonly template?: EmailTemplateInput | null | undefined;
};

/** An offer, and the measurements to price it for. */
export type PreviewOfferInput = {
  /** Measurements for the prices. */
  readonly priceInputs?: PriceInputsInput | null | undefined;
  /** The offer of a pricing slide, replaced as a whole; null without one. */
  readonly productData: ProductDataInput;
};

/** A text of a deck, and the homeowner whom it is spoken for. */
export type PreviewSpeechInput = {
  /** The id of the FAQ whose answer is spoken. */
  readonly faqId?: string | null | undefined;
  /** The homeowner whom it is spoken for; by default an invented one. */
  readonly homeowner?: HomeownerInput | null | undefined;
  /** The language of the presentation. */
  readonly languageSettings?: LanguageSettingsInput | null | undefined;
  /** Measurements for the prices; by default those of an invented home. */
  readonly priceInputs?: PriceInputsInput | null | undefined;
  /** The slide whose narration is spoken, with its prices: its id or its slideId. */
  readonly slideId?: string | null | undefined;
  /** What is spoken in place of the stored text, such as a draft: in the language of languageSettings, by default that of the deck. Required without slideId and faqId. */
  readonly text?: string | null | undefined;
  /** The voice of the narration. */
  readonly voiceSettings?: VoiceSettingsInput | null | undefined;
};

/** Measurements that prices are computed from. */
export type PriceInputsInput = {
  /** Roof area in squares of 100 square feet. */
  readonly roofSquares?: number | null | undefined;
  /** Solar system size in kilowatts. */
  readonly systemSizeKw?: number | null | undefined;
};

/** One of the three tiers of an offer. */
export type PricingTier =
  /** The highest tier. */
  | 'BEST'
  /** The middle tier. */
  | 'BETTER'
  /** The lowest tier. */
  | 'GOOD';

/** An offer of up to three tiers. */
export type ProductDataInput = {
  /** CSS color of the background. */
  readonly backgroundColor?: string | null | undefined;
  /** A tier: name, tagline and features, a list of texts, describe it. The price formula reads price, or basePrice, pricePerSquare, pricePerKw, wastePercent and adders, and then minPrice, tax and deposit; addOns are what the homeowner may add, { key, label, description, amount, per }, priced behind the rounding: one key is one add-on in all tiers; financing lists plans, { provider, annualPercent, months, text }; other keys are kept. An adder is { label, amount, per } or { label, percent }, negative for a discount; tax is { percent, label }; deposit, due on signing, is { amount } or { percent }. Machine translation translates the texts of name, title, subtitle, heading, label, badge, tagline, summary, description, details, text, note, caption, features, benefits, highlights, bullets, includes, excludes, warranty, disclaimer. May contain placeholders. */
  readonly best?: Record<string, unknown> | null | undefined;
  /** A tier: name, tagline and features, a list of texts, describe it. The price formula reads price, or basePrice, pricePerSquare, pricePerKw, wastePercent and adders, and then minPrice, tax and deposit; addOns are what the homeowner may add, { key, label, description, amount, per }, priced behind the rounding: one key is one add-on in all tiers; financing lists plans, { provider, annualPercent, months, text }; other keys are kept. An adder is { label, amount, per } or { label, percent }, negative for a discount; tax is { percent, label }; deposit, due on signing, is { amount } or { percent }. Machine translation translates the texts of name, title, subtitle, heading, label, badge, tagline, summary, description, details, text, note, caption, features, benefits, highlights, bullets, includes, excludes, warranty, disclaimer. May contain placeholders. */
  readonly better?: Record<string, unknown> | null | undefined;
  /** URL or path of the logo. */
  readonly brandLogo?: string | null | undefined;
  /** The tier that is suggested. Placeholders such as selected.price refer to it, by default to the first tier. */
  readonly defaultSelectedTier?: PricingTier | null | undefined;
  /** Small print; contracts print it as well. May contain placeholders. */
  readonly disclaimer?: string | null | undefined;
  /** A tier: name, tagline and features, a list of texts, describe it. The price formula reads price, or basePrice, pricePerSquare, pricePerKw, wastePercent and adders, and then minPrice, tax and deposit; addOns are what the homeowner may add, { key, label, description, amount, per }, priced behind the rounding: one key is one add-on in all tiers; financing lists plans, { provider, annualPercent, months, text }; other keys are kept. An adder is { label, amount, per } or { label, percent }, negative for a discount; tax is { percent, label }; deposit, due on signing, is { amount } or { percent }. Machine translation translates the texts of name, title, subtitle, heading, label, badge, tagline, summary, description, details, text, note, caption, features, benefits, highlights, bullets, includes, excludes, warranty, disclaimer. May contain placeholders. */
  readonly good?: Record<string, unknown> | null | undefined;
  /** Prices are rounded to multiples of it, half up; 0 or null rounds to cents. */
  readonly roundTo?: number | null | undefined;
  /** CSS color of the selected tier. */
  readonly selectionColor?: string | null | undefined;
  /** Line below the title of the offer. May contain placeholders. */
  readonly subtitle?: string | null | undefined;
};

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

/** Selects the events to recover. Exactly one of since and after is required. */
export type RecoverDeliveriesInput = {
  /** Only events behind the one with this cursor. */
  readonly after?: string | null | undefined;
  /** Earliest time, inclusive, in ISO 8601. */
  readonly since?: string | null | undefined;
  /** Latest time, exclusive, in ISO 8601. Default: now. */
  readonly until?: string | null | undefined;
};

/** When the homeowner canceled. */
export type RescindContractInput = {
  /** ISO 8601 time at which the homeowner gave notice, such as the postmark of a letter: from the first signature until now. Now by default. */
  readonly givenAt?: string | null | undefined;
};

/** The right of a homeowner to cancel what they have signed. */
export type RightToCancelInput = {
  /** How many calendar days; 14 by default. us has its own. */
  readonly days?: number | null | undefined;
  /** How the days are counted. */
  readonly rule: CancellationRule;
  /** Address of the seller's place of business, to which a notice of cancellation goes. */
  readonly sellerAddress: string;
  /** Legal name of the seller; by default the seller of the contract. */
  readonly sellerName?: string | null | undefined;
};

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

/** Layout of a slide. */
export type SlideType =
  /** Pricing slide: its productData is an offer of up to three tiers. */
  | 'PRODUCT_PRICING_V1'
  /** Title, bullets and image. */
  | 'STANDARD';

/** How far back statistics reach. */
export type StatisticsPeriod =
  /** The last day, in buckets of a quarter of an hour. */
  | 'DAY'
  /** The last hour, in buckets of a minute. */
  | 'HOUR'
  /** The last 30 days, in buckets of an hour. */
  | 'MONTH';

/** Whether a tier has a total, or why not. */
export type TierPriceStatus =
  /** It has no total without the price inputs in missing. */
  | 'NEEDS_INPUT'
  /** The deck gives no usable price, or the price comes to 0 or less. */
  | 'NO_PRICE'
  /** It has a total above 0. */
  | 'PRICED';

/** Changes to a draft. Absent fields keep their values, and null clears them. */
export type UpdateContractInput = {
  /** Full name of a second owner, who signs, too. By default one signature is enough. */
  readonly coSigner?: string | null | undefined;
  /** ISO 8601 time from which it can no longer be signed. By default the end of the day CONTRACT_VALID_DAYS from when it is sent, in the time zone of the presentation. */
  readonly expiresAt?: string | null | undefined;
};

/** Changes to a deck. Absent fields keep their values. null clears an optional field and leaves a required one unchanged. */
export type UpdateDeckInput = {
  /** What its contracts and the pages of its links look like, replaced as a whole; null for none. The name is brandName. */
  readonly brand?: BrandInput | null | undefined;
  /** The company that the deck speaks for, and the seller in contracts; by default the name of the deck. */
  readonly brandName?: string | null | undefined;
  /** ISO 4217 code of all prices in the deck. */
  readonly currency?: string | null | undefined;
  /** BCP 47 tag of the language that the deck is written in. */
  readonly defaultLanguage?: string | null | undefined;
  /** What the deck is for. */
  readonly description?: string | null | undefined;
  /** The origins whose pages may embed the pages of its links, such as https://app.example.com, or *.example.com for all subdomains; null for none. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** Whether what homeowners watch of its presentations is kept. */
  readonly isEngagementTracked?: boolean | null | undefined;
  /** Name of the deck. */
  readonly name?: string | null | undefined;
  /** The right to cancel that its contracts give, with a notice in two copies. Null for none: ask a lawyer which one the law gives. */
  readonly rightToCancel?: RightToCancelInput | null | undefined;
  /** IANA time zone of the dates in presentations and contracts; by default TIME_ZONE of the server. */
  readonly timeZone?: string | null | undefined;
  /** Default values for placeholders, by placeholder name. */
  readonly variables?: Record<string, unknown> | null | undefined;
};

/** Changes to the delivery policy of one subscription. An absent field stays unchanged. Null restores the configured default; for isAutoRecoverEnabled it changes nothing. */
export type UpdateDeliveryPolicyInput = {
  /** Whether test.pings probe the receiver after the subscription was switched off for failures. An answer switches it on, and what it missed is delivered in order. */
  readonly isAutoRecoverEnabled?: boolean | null | undefined;
  /** Seconds between attempts, at most 7 days in total; null is the configured schedule. An empty list allows one attempt. */
  readonly retryDelays?: ReadonlyArray<number> | null | undefined;
  /** Time limit of one attempt in milliseconds; null is the configured limit. */
  readonly timeoutMs?: number | null | undefined;
};

/** Changes to a FAQ. Absent fields keep their values. null clears an optional field and leaves a required one unchanged. */
export type UpdateFaqInput = {
  /** URL or path of the author's recording of the answer; null without one. */
  readonly audioUrl?: string | null | undefined;
  /** The answer. May contain placeholders. */
  readonly cannedAnswer?: string | null | undefined;
  /** The slideId of the slide that the answer belongs to. */
  readonly relatedSlideId?: string | null | undefined;
  /** Texts in other languages, by BCP 47 tag. Languages that are absent keep their texts; null deletes a language. */
  readonly translations?: Record<string, unknown> | null | undefined;
  /** The question. May contain placeholders. */
  readonly userQuestion?: string | null | undefined;
  /** When each word of the recording is spoken, in the order of their starts; empty without a recording. */
  readonly wordTimings?: ReadonlyArray<WordTimingInput> | null | undefined;
};

/** Changes to a playground receiver. An absent field stays unchanged. */
export type UpdatePlaygroundReceiverInput = {
  /** How it answers. */
  readonly answer?: ReceiverAnswer | null | undefined;
  /** How long SLOW waits, in seconds. */
  readonly delaySeconds?: number | null | undefined;
  /** The notification subscription whose secret verifies the signatures of what arrives; null for none. The server reads the secret, clients need not. */
  readonly subscriptionId?: string | number | null | undefined;
};

/** Changes to a presentation. Absent fields keep their values. null clears an optional field and leaves a required one unchanged. */
export type UpdatePresentationInput = {
  /** The homeowner whom it is for. */
  readonly homeowner?: HomeownerInput | null | undefined;
  /** The language of the presentation. */
  readonly languageSettings?: LanguageSettingsInput | null | undefined;
  /** Where the measurements come from. */
  readonly measurementStrategy?: MeasurementStrategy | null | undefined;
  /** What happens to a placeholder without a value: it is removed (blank), stays as written (keep), or the request is refused (error). */
  readonly missing?: MissingValues | null | undefined;
  /** Measurements for the prices. */
  readonly priceInputs?: PriceInputsInput | null | undefined;
  /** The voice of the narration. */
  readonly voiceSettings?: VoiceSettingsInput | null | undefined;
};

/** Changes to a slide. Absent fields keep their values. null clears an optional field and leaves a required one unchanged. */
export type UpdateSlideInput = {
  /** URL or path of the author's recording of the script; null without one. */
  readonly audioUrl?: string | null | undefined;
  /** Bullet points, in order. May contain placeholders. */
  readonly bullets?: ReadonlyArray<string> | null | undefined;
  /** URL or path of the main image: that of an image of the deck, or one of another host. */
  readonly heroImg?: string | null | undefined;
  /** The spoken text. May contain placeholders. */
  readonly narrationScript?: string | null | undefined;
  /** Position in the deck; slides with equal positions are shown by age. */
  readonly orderIndex?: number | null | undefined;
  /** The offer of a pricing slide, replaced as a whole; null without one. May contain placeholders. */
  readonly productData?: ProductDataInput | null | undefined;
  /** Notes on the slide, not narrated. May contain placeholders. */
  readonly slideContext?: string | null | undefined;
  /** Layout of the slide. */
  readonly slideType?: SlideType | null | undefined;
  /** Heading. May contain placeholders. */
  readonly title?: string | null | undefined;
  /** Texts in other languages, by BCP 47 tag. Languages that are absent keep their texts; null deletes a language. */
  readonly translations?: Record<string, unknown> | null | undefined;
  /** When each word of the recording is spoken, in the order of their starts; empty without a recording. */
  readonly wordTimings?: ReadonlyArray<WordTimingInput> | null | undefined;
};

/** Changes to a notification subscription. An absent field stays unchanged. A null deckId selects all decks, a null filter all events; any other null changes nothing. */
export type UpdateSubscriptionInput = {
  /** How events are delivered. */
  readonly channel?: Channel | null | undefined;
  /** Settings of the channel. webhook: { url, headers, format }; email: { toEmails, fromEmail, template }; console: { level, format, prefix }. headers, format, fromEmail and template may be null. */
  readonly channelConfig?: Record<string, unknown> | null | undefined;
  /** Only events of this deck; null for all events. */
  readonly deckId?: string | number | null | undefined;
  /** Event type (case-sensitive), or a pattern such as contract.* or *. */
  readonly eventType?: string | null | undefined;
  /** Conditions on the event payload, all of which must be met; null passes all events. Keys are paths that start with id, type, timestamp, deckId or data. Values are the expected value or operators ($eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists, $not). $and, $or, $nor take lists of filters. Decimal text, as amounts are, is compared by its value. At most 50 conditions. */
  readonly filter?: Record<string, unknown> | null | undefined;
  /** Whether events are delivered. */
  readonly isActive?: boolean | null | undefined;
  /** Name for people; it need not be unique. */
  readonly name?: string | null | undefined;
};

/** The voice of the narration. */
export type VoiceSettingsInput = {
  /** 0 to 1, for ElevenLabs only; by default 0.75. */
  readonly similarityBoost?: number | null | undefined;
  /** 0 (lively) to 1 (steady); by default 0.5. */
  readonly stability?: number | null | undefined;
  /** The speaker's own id of a voice; by default the speaker's choice. */
  readonly voiceId?: string | null | undefined;
};

/** When one word is spoken. */
export type WordTimingInput = {
  /** Seconds from the start of the audio. */
  readonly endTime: number;
  /** Seconds from the start of the audio. */
  readonly startTime: number;
  /** The word as it is shown. */
  readonly word: string;
};
