// Written by "npm run documents" from create-many.graphql.

import { operation } from '../../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

/** The language of the presentation. */
export type LanguageSettingsInput = {
  /** BCP 47 tag; by default the language of the deck. */
  readonly languageCode?: string | null | undefined;
};

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

/** Measurements that prices are computed from. */
export type PriceInputsInput = {
  /** Roof area in squares of 100 square feet. */
  readonly roofSquares?: number | null | undefined;
  /** Solar system size in kilowatts. */
  readonly systemSizeKw?: number | null | undefined;
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

export type CreatePresentationsMutationVariables = Exact<{
  deckId: string | number;
  inputs: ReadonlyArray<CreatePresentationInput> | CreatePresentationInput;
  idempotencyKey: string;
}>;


export type CreatePresentationsMutation = { readonly createPresentations: { readonly results: ReadonlyArray<{ readonly presentationId: string | null, readonly problem: { readonly detail: string, readonly reason: ErrorReason, readonly errors: ReadonlyArray<{ readonly pointer: string, readonly code: string, readonly detail: string }> } | null }> } | null };

export const CreatePresentationsDocument = operation<CreatePresentationsMutation, CreatePresentationsMutationVariables>(
  `mutation CreatePresentations($deckId:ID!$inputs:[CreatePresentationInput!]!$idempotencyKey:String!){createPresentations(deckId:$deckId inputs:$inputs idempotencyKey:$idempotencyKey){results{presentationId problem{detail reason errors{pointer code detail}}}}}`,
);
