/**
 * Every reason of a refusal, below the error code that it belongs to, with what it says. This is the only list: the enums
 * of both contracts and the table of docs/errors.md are made from it. A reason keeps its name and its meaning.
 */
export const reasonsByCode = {
  INVALID_INPUT: {
    invalid_input: 'Fields or parameters break rules; `errors` names them.',
    invalid_graphql:
      'The GraphQL document cannot be run: it does not parse or fit the schema, or is not known by its id. `extensions.code` says which.',
    websocket_only: 'The operation works over a WebSocket alone.',
  },
  UNAUTHENTICATED: {
    credential_invalid: 'No API key, token or session was sent that is valid now.',
    link_invalid: 'No link has this token, or its signature is wrong.',
    link_ended: 'The token is that of a link which was revoked, has expired or was erased: it never opens again.',
  },
  FORBIDDEN: {
    scope_missing: 'The key, token or link lacks a scope; the detail names it.',
    limited_to_decks:
      'The key is limited to decks, and this needs all decks, or writes something that belongs to none of its own.',
    link_required: 'Only the link of a homeowner opens this.',
    not_for_links: 'The link of a homeowner does not open this.',
    signed_url_expired: 'The signed URL of a file or stream is too old: request a new one.',
    other_origin: 'The request comes from the page of an origin that is not allowed, or for another host.',
    csrf_token_missing: 'A request by the cookie of a session lacks the right `X-CSRF-Token`.',
    document_not_trusted: 'The server runs only trusted GraphQL documents, and this is none of them.',
    introspection_off: 'The server does not disclose its GraphQL schema.',
    right_ended: 'The right by which a stream or socket was opened has ended or changed.',
    credential_differs: 'The new credential of a socket has another holder or other rights than the old one.',
  },
  NOT_FOUND: {
    not_found: 'The object does not exist, or the caller does not see it.',
    path_unknown: 'The API has no such path.',
  },
  METHOD_NOT_ALLOWED: {
    method_not_allowed: 'The path has no such method; `Allow` lists those that it has.',
  },
  CONFLICT: {
    document_changed: 'The contract has another document now than the one that the signer has read.',
    contract_final: 'The contract is signed, declined, voided, expired or rescinded, so it cannot change like this.',
    contract_state: 'The contract is not in a state from which it can change like this; another change comes first.',
    open_contract_exists: 'The offer has an open contract: void that one first.',
    offer_signed: 'A contract of the offer is signed: its tier and add-ons stay, and it gets no other contract.',
    already_signed: 'This signer has signed the contract.',
    signature_exists: 'The open contract of the offer has a signature, which other add-ons would void.',
    no_right_to_cancel: 'The contract gives no right to cancel.',
    right_to_cancel_ended: 'The time in which the contract could be canceled is over.',
    pseudonymized: 'What was signed was pseudonymized, so it cannot be printed.',
    duplicate_key: 'Something else has this unique value.',
    reference_deleted: 'Something that the request refers to was deleted meanwhile.',
    ambiguous_slide_id: 'Slides of several decks have this `slideId`: name one by its id.',
    other_presenter: 'Somebody else leads the presentation.',
    narration_not_failed: 'No narration of the presentation has failed, so there is none to repeat.',
    key_or_token_required: 'The request came by the cookie of a session, and this needs a key or token.',
    authentication_off: 'The server has authentication off, so there is nothing to begin a session with.',
    key_revoked: 'The key is revoked, which nothing undoes.',
    link_revoked: 'The link is revoked, which nothing undoes.',
    co_signer_of_draft: 'The homeowner would have the name of the co-signer of a draft: change the draft first.',
    presentation_in_contract: 'A contract of the presentation is sent, viewed or signed, so its text stays.',
    subscription_inactive: 'The subscription is switched off.',
    subscription_quota_used_up: 'The key has as many subscriptions as it may; `quota` says how many.',
    receiver_limit_reached: 'The key has as many playground receivers as it may: delete one, or use one again.',
    job_not_run: 'No process runs jobs of this kind now.',
  },
  CURSOR_EXPIRED: {
    cursor_expired: 'The cursor names no event that is kept: begin anew at `firstCursor`.',
    cursor_lost: 'The event of the cursor was lost when the database went back: go on at `cursor`.',
  },
  PRECONDITION_FAILED: {
    version_mismatch: 'The object has another version than the request expects.',
    translation_exists: 'There is a translation already, and the request would only create one.',
  },
  PAYLOAD_TOO_LARGE: {
    body_too_large: 'The body is larger than one may be.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    content_type_unsupported: 'The body has another `Content-Type` than the operation takes.',
    charset_unsupported: 'The body has another character encoding than UTF-8.',
    content_encoding_unsupported: 'The body is compressed.',
  },
  RANGE_NOT_SATISFIABLE: {
    range_not_satisfiable: 'The range lies outside the file.',
  },
  UPGRADE_REQUIRED: {
    upgrade_lost: 'A proxy did not forward the upgrade of a WebSocket.',
  },
  UNPROCESSABLE: {
    idempotency_key_reused: 'The `Idempotency-Key` was used for another request.',
    idempotency_key_erased: 'What the request with this `Idempotency-Key` made was erased since.',
    reference_unknown: 'A field names something that is not there; `errors` names the field.',
    limit_reached: 'The deck or presentation has as many of these as it may have.',
    image_unreadable: 'The file is no image of a format that is taken, or it is damaged or cut off.',
    image_too_large: 'The image has more pixels than one may have.',
    time_out_of_range: 'A time is not within the range that its field allows; `errors` names the field.',
    order_incomplete: 'The new order does not name each slide of the deck once.',
    last_position_taken: 'No slide can come behind the last one, which has the highest position.',
    admin_not_limited: 'A key with the scope admin cannot be limited to decks.',
    deck_too_large: 'The deck would have more text or recordings than a deck may.',
    texts_too_long: 'With its placeholders filled in, the presentation would have more text than it may.',
    values_missing: 'Placeholders of the deck have no value; `errors` names them.',
    tier_without_price: 'The tier has no price, so it cannot be selected or signed.',
    language_is_default: 'The deck is written in this language already.',
    language_unsupported: 'The translator does not know the language.',
    text_not_spoken: 'The speaker cannot speak the text, or it has no words to speak.',
    no_co_signer: 'The contract names no co-signer.',
    co_signer_is_homeowner: 'The co-signer has the name of the homeowner.',
    own_link_only_views: "The presentation's own link cannot be one to sign by.",
    other_tier_signed: 'The first signature is to another tier.',
    signer_name_taken: 'The other signer has signed by this name.',
    nothing_to_sign: 'No tier of the offer has a price, so there is nothing to sign.',
    time_zone_missing: 'The right to cancel ends at a midnight of the homeowner, and their time zone is not known.',
    notice_untranslated: 'The notice of cancellation is not there in the language of the presentation.',
    contract_too_large: 'The document would have more lines or characters than can be printed.',
  },
  OVER_BUDGET: {
    over_budget: 'The operation needs more time, memory, rows or text than one may: request less at a time.',
    client_left: 'The client left before it was answered. Only logs show it.',
  },
  TOO_MANY_REQUESTS: {
    rate_limited: 'The caller has used up what it may send in a minute or second; `retryAfterSeconds` says how long.',
    too_many_wrong_credentials: 'The address has sent too many wrong credentials.',
    link_limited: 'The link has caused as much of this in an hour as it may.',
    too_many_under_way: 'The caller has as many requests, operations or tasks under way as it may: wait for one.',
    too_many_streams: 'The caller has as many streams and sockets open as it may: close one, or share one.',
    too_many_presented: 'The key presents as many presentations at a time as it may.',
  },
  QUOTA_EXCEEDED: {
    quota_used_up: 'The key has used up a quota of the day; `quota` says which.',
  },
  STREAM_OVERFLOW: {
    client_too_slow: 'The client reads a stream more slowly than it is written.',
  },
  INTERNAL: {
    internal_error: 'Something went wrong in the server. `requestId` finds it in the log.',
  },
  UNAVAILABLE: {
    overloaded: 'The server has more to do than it can: send the request again later.',
    not_ready: 'The process is starting or stopping, or a part that it needs does not answer.',
    database_unavailable: 'The database cannot be reached, or did not answer in time.',
    database_read_only: 'The database takes no changes now.',
    concurrent_changes: 'Other changes were made at the same time: send the request again.',
    database_went_back: 'The database went back to an earlier state: read again, then subscribe again.',
    issuer_unavailable: 'The keys of the token issuer cannot be read, so no token can be checked.',
    secret_unreadable: 'A stored secret cannot be opened with the keys of the server.',
    translation_off: 'The server has no translator.',
    translator_unavailable: 'The translator refuses the text, or does not answer.',
    speech_off: 'The server has no speaker.',
    speaker_unavailable: 'The speaker does not answer in time, or refuses the server.',
    audio_storage_unavailable: 'The storage of audio does not answer.',
    image_storage_unavailable: 'The storage of images does not answer.',
  },
} as const;

type Declared = typeof reasonsByCode;

/** The reasons of a code. */
export type ReasonOf<Code extends keyof Declared> = Code extends keyof Declared ? keyof Declared[Code] & string : never;

/** Every reason of a refusal. */
export type ErrorReason = ReasonOf<keyof Declared>;

/** Every reason with its code and what it says. */
export const errorReasons = Object.entries(reasonsByCode).flatMap(([code, reasons]) =>
  Object.entries(reasons).map(([reason, description]) => ({
    code: code as keyof Declared,
    reason: reason as ErrorReason,
    description,
  })),
);
