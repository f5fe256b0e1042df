import { Migration } from '@mikro-orm/migrations';

/** Members of the data of events, old → new, by a pattern of the type of the event. */
const eventMembers: readonly (readonly [types: string, from: string, to: string])[] = [
  ['contract.%', 'id', 'contractId'],
  ['contract.%', 'slideId', 'sourceSlideId'],
  ['presentation.%', 'id', 'presentationId'],
  ['presentation.%', 'slideId', 'sourceSlideId'],
  ['presentation.%', 'opens', 'openCount'],
  ['presentation.%', 'viewers', 'viewerCount'],
  ['presentation.%', 'done', 'doneCount'],
  ['presentation.%', 'failed', 'failedCount'],
  ['presentation.%', 'total', 'totalCount'],
  ['link.%', 'id', 'linkId'],
  ['link.%', 'viewers', 'viewerCount'],
  ['link.%', 'visits', 'visitCount'],
  ['faq.%', 'id', 'faqId'],
  ['slide.reordered', 'slideIds', 'sourceSlideIds'],
  ['slide.viewed', 'slideId', 'sourceSlideId'],
  ['slide.viewed', 'completed', 'isCompleted'],
  ['tier.viewed', 'slideId', 'sourceSlideId'],
  ['question.%', 'slideId', 'sourceSlideId'],
  ['fan_out.dead', 'failures', 'attemptCount'],
  ['job.dead', 'tries', 'attemptCount'],
  ['delivery.dead', 'count', 'deliveryCount'],
];
const editedSlides = ['slide.created', 'slide.updated', 'slide.deleted'];

const eventTypes: readonly (readonly [from: string, to: string])[] = [
  ['contract.canceled', 'contract.voided'],
  ['faq.missed', 'question.unanswered'],
  ['slide.watched', 'slide.viewed'],
  ['presentation.watched', 'presentation.engagement_changed'],
];

type Renamed = readonly (readonly [from: string, to: string])[];
type RenamedIn = readonly (readonly [table: string, from: string, to: string])[];

const renamedTables: Renamed = [
  ['faq_miss', 'unanswered_question'],
  ['slide_watch', 'slide_engagement'],
];
const renamedIndexes: Renamed = [
  ['faq_miss_pkey', 'unanswered_question_pkey'],
  ['faq_miss_deck_id_created_at_index', 'unanswered_question_deck_id_created_at_index'],
  ['slide_watch_pkey', 'slide_engagement_pkey'],
];
const renamedConstraints: RenamedIn = [
  ['unanswered_question', 'faq_miss_presentation_id_words_unique', 'unanswered_question_presentation_id_words_unique'],
  ['unanswered_question', 'faq_miss_presentation_id_foreign', 'unanswered_question_presentation_id_foreign'],
  ['slide_engagement', 'slide_watch_viewer_id_slide_id_unique', 'slide_engagement_viewer_id_source_slide_id_unique'],
  ['slide_engagement', 'slide_watch_viewer_id_foreign', 'slide_engagement_viewer_id_foreign'],
  ['api_key', 'api_key_lookup_unique', 'api_key_prefix_unique'],
];
const renamedColumns: RenamedIn = [
  ['slide_engagement', 'slide_id', 'source_slide_id'],
  ['slide_engagement', 'completed', 'is_completed'],
  ['viewer', 'opens', 'open_count'],
  ['viewer', 'reports', 'report_count'],
  ['viewer', 'told', 'event_count'],
  ['api_key', 'lookup', 'prefix'],
  ['api_key', 'decks', 'deck_ids'],
  ['session', 'decks', 'deck_ids'],
  ['deck', 'is_watched', 'is_engagement_tracked'],
  ['fan_out', 'failures', 'attempt_count'],
  ['faq', 'audio_stale', 'is_audio_stale'],
  ['slide', 'audio_stale', 'is_audio_stale'],
  ['contract', 'slide_id', 'source_slide_id'],
  ['contract', 'pseudonymised_at', 'pseudonymized_at'],
  ['presentation_link', 'visits', 'visit_count'],
  ['presentation', 'billed_characters', 'billed_character_count'],
  ['presentation', 'reused_characters', 'reused_character_count'],
];
/** SQL of the digits of a currency (ISO 4217), by its code: 2 for most. */
function currencyDigits(code: string): string {
  const digitsOf = (currency: string): number =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const unusual = Intl.supportedValuesOf('currency')
    .map((currency) => [currency, digitsOf(currency)] as const)
    .filter(([, digits]) => digits !== 2);
  return `case ${code} ${unusual.map(([currency, digits]) => `when '${currency}' then ${digits}`).join(' ')} else 2 end`;
}

/** SQL of a JSON object whose member has another name. */
function renamed(object: string, from: string, to: string): string {
  return `(${object} - '${from}') || jsonb_build_object('${to}', ${object}->'${from}')`;
}

/** SQL of a JSON array whose elements are mapped by SQL that names each of them `it`. */
function mapped(array: string, it: string): string {
  return `coalesce((select jsonb_agg(${it} order by place) from jsonb_array_elements(${array}) with ordinality as element(it, place)), '[]'::jsonb)`;
}

/** SQL of the name of a tier that can be selected, as JSON: null for one without a price. */
function offered(tiers: string, name: string): string {
  return `(select case when count(*) > 0 then to_jsonb(${name}) else 'null'::jsonb end
    from jsonb_array_elements(${tiers}) as tier where tier->>'tier' = ${name} and (tier->>'total')::numeric > 0
    and not exists (select from jsonb_array_elements(tier->'lines') as line where (line->>'quantity')::numeric <= 0))`;
}

const failureOfSlide = (it: string): string =>
  `(${it} - 'slideId' - 'retryable') || jsonb_build_object('sourceSlideId', ${it}->'slideId', 'isRetryable', ${it}->'retryable')`;
const failureOfFaq = (it: string): string => renamed(it, 'retryable', 'isRetryable');

/** SQL of a stored narration. Older rows have one failure in place of a list. */
function narration(column: string, failure: (it: string) => string): string {
  const last = `case when jsonb_typeof(${column}->'failure') = 'object' then ${failure(`(${column}->'failure')`)} else 'null'::jsonb end`;
  return `jsonb_build_object('doneCount', ${column}->'done', 'totalCount', ${column}->'total', 'failure', ${last}, 'failures',
    case when ${column}->'failures' is not null then ${mapped(`${column}->'failures'`, failure('it'))}
      when jsonb_typeof(${column}->'failure') = 'object' then jsonb_build_array(${failure(`(${column}->'failure')`)})
      else '[]'::jsonb end)`;
}

/**
 * The names of 1.0: columns, stored values, and members of stored JSON. Documents of contracts and entries of the audit
 * log stay as they are, because their hashes were computed of them.
 */
export class Migration20261126102350_names_of_1_0 extends Migration {
  override name = 'Migration20261126102350_names_of_1_0';

  override up(): void | Promise<void> {
    this.#renameTables();
    this.#keepSignaturesInOnePlace();
    this.#renameValues();
    this.#listOffers();
    this.#renameEvents();
    this.#writeTotalsAsText();
  }

  /** Undoes what the tables of the version before need; values that it does not know stay. */
  override down(): void | Promise<void> {
    for (const [types, from, to] of eventMembers.toReversed()) {
      this.addSql(`update "event" set "data" = ${renamed('"data"', to, from)} where "type" like '${types}' and "data"->'${to}' is not null;`);
    }
    this.addSql(`update "event" set "data" = ("data" - 'sourceSlideId') || jsonb_build_object('id', "data"->'sourceSlideId')
      where "type" in ('${editedSlides.join("', '")}');`);
    for (const [from, to] of eventTypes) {
      this.addSql(`update "event" set "type" = '${from}' where "type" = '${to}';`);
      this.addSql(`update "notification_subscription" set "event_type" = '${from}' where "event_type" = '${to}';`);
    }
    const offer = renamed('it', 'sourceSlideId', 'slideId');
    this.addSql(`update "presentation" set "pricing" = (select case when jsonb_array_length(offers) = 0 then '{"slideId": null, "selectedTier": null, "tiers": []}'::jsonb
      else offers->0 || jsonb_build_object('further', offers - 0) end from (select ${mapped(`"pricing"->'offers'`, offer)} as offers) as listed);`);
    const failure = (it: string): string => renamed(renamed(it, 'sourceSlideId', 'slideId'), 'isRetryable', 'retryable');
    for (const column of ['"narration"', '"faq_narration"']) {
      this.addSql(`update "presentation" set ${column} = jsonb_build_object('done', ${column}->'doneCount', 'total', ${column}->'totalCount',
        'failure', case when jsonb_typeof(${column}->'failure') = 'object' then ${failure(`(${column}->'failure')`)} else 'null'::jsonb end,
        'failures', ${mapped(`${column}->'failures'`, failure('it'))}) where ${column} is not null;`);
    }
    this.addSql(`update "presentation" set "warnings" = ${mapped('"warnings"', renamed('it', 'sourceSlideId', 'slideId'))} where jsonb_array_length("warnings") > 0;`);
    this.addSql(`update "notification_subscription" set "policy" = ${renamed('"policy"', 'isAutoRecoverEnabled', 'autoRecover')} where "policy"->'isAutoRecoverEnabled' is not null;`);
    this.addSql(`update "deck" set "right_to_cancel" = jsonb_set("right_to_cancel", '{rule}', '"us"') where "right_to_cancel"->>'rule' = 'us_ftc_cooling_off';`);
    this.addSql(`update "delivery_attempt" set "phase" = case "phase" when 'not_sent' then 'before' when 'interrupted' then 'during' else 'after' end;`);
    this.addSql(`update "presentation_link" set "scope" = 'view+sign' where "scope" = 'view_and_sign';`);
    this.addSql(`update "contract" set "status" = 'canceled' where "status" = 'voided';`);
    this.addSql('alter table "contract" add "signer_name" text null, add "signature_drawing" jsonb null, add "signer_ip" text null, add "signer_user_agent" text null, add "signer_link_id" uuid null;');
    this.addSql(`update "contract" set "signer_name" = "stored_signatures"->0->>'name', "signature_drawing" = nullif("stored_signatures"->0->'drawing', 'null'::jsonb),
      "signer_ip" = "stored_signatures"->0->>'ip', "signer_user_agent" = "stored_signatures"->0->>'userAgent',
      "signer_link_id" = ("stored_signatures"->0->>'linkId')::uuid where "signed_at" is not null;`);
    this.addSql('alter table "contract" alter column "stored_signatures" drop default;');
    this.addSql('alter table "contract" alter column "stored_signatures" drop not null;');
    this.addSql('update "contract" set "stored_signatures" = null where "co_signer" is null;');
    for (const [table, from, to] of renamedColumns.toReversed()) {
      this.addSql(`alter table "${table}" rename column "${to}" to "${from}";`);
    }
    for (const [table, from, to] of renamedConstraints) {
      this.addSql(`alter table "${table}" rename constraint "${to}" to "${from}";`);
    }
    for (const [from, to] of renamedIndexes) this.addSql(`alter index "${to}" rename to "${from}";`);
    for (const [from, to] of renamedTables) this.addSql(`alter table "${to}" rename to "${from}";`);
  }

  #renameTables(): void {
    for (const [from, to] of renamedTables) this.addSql(`alter table "${from}" rename to "${to}";`);
    for (const [from, to] of renamedIndexes) this.addSql(`alter index "${from}" rename to "${to}";`);
    for (const [table, from, to] of renamedConstraints) {
      this.addSql(`alter table "${table}" rename constraint "${from}" to "${to}";`);
    }
    for (const [table, from, to] of renamedColumns) {
      this.addSql(`alter table "${table}" rename column "${from}" to "${to}";`);
    }
  }

  /** The signature of a contract with one signer had columns of its own. */
  #keepSignaturesInOnePlace(): void {
    this.addSql(`update "contract" set "stored_signatures" = case when "signed_at" is null then '[]'::jsonb else
      jsonb_build_array(jsonb_build_object('signer', 'homeowner', 'name', "signer_name", 'tier', "tier",
        'signedAt', to_char("signed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'consent', "document"->>'consent', 'documentHash', "document_hash", 'drawing', "signature_drawing",
        'ip', "signer_ip", 'userAgent', "signer_user_agent", 'linkId', "signer_link_id")) end
      where "stored_signatures" is null;`);
    this.addSql(`alter table "contract" alter column "stored_signatures" set default '[]';`);
    this.addSql('alter table "contract" alter column "stored_signatures" set not null;');
    this.addSql('alter table "contract" drop column "signer_name", drop column "signature_drawing", drop column "signer_ip", drop column "signer_user_agent", drop column "signer_link_id";');
  }

  #renameValues(): void {
    this.addSql(`update "contract" set "status" = 'voided' where "status" = 'canceled';`);
    this.addSql(`update "presentation_link" set "scope" = 'view_and_sign' where "scope" = 'view+sign';`);
    this.addSql(`update "delivery_attempt" set "phase" = case "phase" when 'before' then 'not_sent' when 'during' then 'interrupted' else 'answered' end;`);
    this.addSql(`update "deck" set "right_to_cancel" = jsonb_set("right_to_cancel", '{rule}', '"us_ftc_cooling_off"') where "right_to_cancel"->>'rule' = 'us';`);
    this.addSql(`update "notification_subscription" set "policy" = ${renamed('"policy"', 'autoRecover', 'isAutoRecoverEnabled')} where "policy"->'autoRecover' is not null;`);
    this.addSql(`update "presentation" set "warnings" = ${mapped('"warnings"', renamed('it', 'slideId', 'sourceSlideId'))} where jsonb_array_length("warnings") > 0;`);
    this.addSql(`update "presentation" set "narration" = ${narration('"narration"', failureOfSlide)} where "narration" is not null;`);
    this.addSql(`update "presentation" set "faq_narration" = ${narration('"faq_narration"', failureOfFaq)} where "faq_narration" is not null;`);
  }

  /**
   * The first offer was stored in the pricing itself. Version 0.1 stored a tier that it suggested as if it was selected:
   * that counts as selected where a contract was signed.
   */
  #listOffers(): void {
    const selected = `case when it->'suggestedTier' is not null or it->>'isAgreed' = 'true' then coalesce(it->'selectedTier', 'null'::jsonb) else 'null'::jsonb end`;
    const suggested = `case when it->'suggestedTier' is not null then ${offered("it->'tiers'", "it->>'suggestedTier'")}
      when it->>'isAgreed' = 'true' then 'null'::jsonb else ${offered("it->'tiers'", "it->>'selectedTier'")} end`;
    const offer = `jsonb_build_object('sourceSlideId', it->'slideId', 'title', coalesce(it->'title', 'null'::jsonb),
      'selectedTier', ${selected}, 'suggestedTier', ${suggested}, 'tiers', it->'tiers',
      'isAgreed', coalesce(it->'isAgreed', 'false'::jsonb), 'addOns', coalesce(it->'addOns', '[]'::jsonb),
      'financing', coalesce(it->'financing', '[]'::jsonb))`;
    const offers = `jsonb_build_array("pricing" - 'further') || coalesce("pricing"->'further', '[]'::jsonb)`;
    this.addSql(`update "presentation" set "pricing" = jsonb_build_object('offers',
      case when "pricing"->>'slideId' is null then '[]'::jsonb else ${mapped(offers, offer)} end);`);
    this.addSql(`update "contract" set "source_slide_id" = ("presentation"."pricing" #>> '{offers,0,sourceSlideId}')::uuid
      from "presentation" where "presentation"."id" = "contract"."presentation_id" and "contract"."source_slide_id" is null;`);
  }

  /** The total was a number, in units of the currency. */
  #writeTotalsAsText(): void {
    const total = `("data"->>'total')::numeric`;
    const digits = currencyDigits(`"data"->>'currency'`);
    this.addSql(`update "event" set "data" = "data" || jsonb_build_object('total', round(${total}, ${digits})::text,
      'totalMinor', round(${total} * 10::numeric ^ (${digits})))
      where "type" = 'contract.signed' and jsonb_typeof("data"->'total') = 'number' and jsonb_typeof("data"->'currency') = 'string';`);
  }

  #renameEvents(): void {
    for (const [from, to] of eventTypes) {
      this.addSql(`update "event" set "type" = '${to}' where "type" = '${from}';`);
      this.addSql(`update "notification_subscription" set "event_type" = '${to}' where "event_type" = '${from}';`);
    }
    this.addSql(`update "event" set "data" = ("data" - 'id') || jsonb_build_object('sourceSlideId', "data"->'id')
      where "type" in ('${editedSlides.join("', '")}');`);
    for (const [types, from, to] of eventMembers) {
      this.addSql(`update "event" set "data" = ${renamed('"data"', from, to)} where "type" like '${types}' and "data"->'${from}' is not null;`);
    }
  }
}
